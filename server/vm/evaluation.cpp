// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/frames.h"

#include <utility>

/// Pieces of Blakod that a debugger runs in the frame of a stopped handler.
namespace blak::vm {
namespace {

/// The handler of the class, when the file has no other one.
template <class Traits>
const Code<Traits>* onlyHandler(const Program<Traits>& program, std::int32_t classId)
{
    const Code<Traits>* only = nullptr;
    for (const auto& [id, type] : program.classes)
        for (const auto& handler : type->handlers) {
            if (only != nullptr || id != classId)
                return nullptr;
            only = handler.get();
        }
    return only;
}

} // namespace

/// The piece is loaded as a replacement of the class would be, linked to the living program, and dropped when it has run. Nothing
/// of the program points to it, for no cache of a call site but its own has met it.
template <class Traits>
Result<Evaluation> Machine<Traits>::evaluate(std::size_t depth, LoadedFile file, std::size_t shared, std::int64_t budget)
{
    const Outside outside(*this, {.kind = InputKind::Evaluate,
                                  .numbers = {static_cast<std::int64_t>(depth), static_cast<std::int64_t>(shared), budget},
                                  .file = &file.file});
    if (depth >= frameCount_ || aborted_)
        return Error{"no handler is stopped there", ""};
    const Frame frame = frames_[frameCount_ - 1 - depth];
    file.name = frame.code->owner->fileName;
    auto loaded = loadReplacement<Traits>(std::move(file), program_, true);
    if (!loaded)
        return loaded.error();
    const Code<Traits>* code = loaded.value() ? onlyHandler(*loaded.value(), frame.code->owner->id) : nullptr;
    if (code == nullptr)
        return Error{"the class that runs is another version of the source", ""};
    if (!makeReady(*code) || code->slotCount < shared || frame.code->slotCount < shared || code->parameterCount > 0)
        return Error{"there are too many variables", ""};
    program_.longestHandler = std::max(program_.longestHandler, loaded.value()->longestHandler);

    auto account = std::tie(budget_, forfeited_, aborted_, overran_, memoryLeft_, stepsLeft_, errors_, hiddenErrors_, errorsInSecond_, logLeft_,
                            hiddenLines_, written_);
    const auto before = std::make_tuple(budget_, forfeited_, aborted_, overran_, memoryLeft_, stepsLeft_, errors_, hiddenErrors_, errorsInSecond_,
                                        logLeft_, hiddenLines_, written_);
    errors_ = errorsInSecond_ = 0; // what fails is told, however much the handler has complained of
    written_.reset();
    budget_ = budget + ranIn(frames_[frameCount_ - 1]);
    const Object target{frame.type, frame.properties};
    if (!pushFrame(*code, frame.object, target, nullptr, nullptr, 0, nullptr)) {
        account = before;
        return Error{"the stack is full", ""};
    }
    Frame& piece = frames_[frameCount_ - 1];
    piece.entry = true;
    Word* const locals = piece.locals;
    std::copy_n(frame.locals, shared, locals);
    const bool moved = std::exchange(moved_, false); // that is of the handler that stands
    const Word result = execute();
    moved_ = moved;
    // The text literals of the piece go with it: what a variable has got of them is a string of the world.
    const auto& strings = code->file->strings;
    const auto literalOf = [&strings](Word word) -> const std::string* {
        const auto number = W::is(word, Tag::DebugString) ? toValue(word).data : -1;
        return number >= 0 && number < std::ssize(strings) ? &strings[static_cast<std::size_t>(number)] : nullptr;
    };
    for (std::size_t i = 0; i < shared; ++i) // nothing has been written above the top frame since
        if (const std::string* literal = locals[i] == frame.locals[i] ? nullptr : literalOf(locals[i]))
            frame.locals[i] = makeString(*literal);
        else
            frame.locals[i] = locals[i];
    Evaluation out{toValue(result), {}, !aborted_};
    account = before;
    handlerTimes_.erase(code);
    if (const std::string* literal = literalOf(result))
        out.text = *literal;
    return out;
}

#define X(Traits)                                                                                                                \
    template Result<Evaluation> Machine<Traits>::evaluate(std::size_t, LoadedFile, std::size_t, std::int64_t);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
