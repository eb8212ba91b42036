// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/index_tree.h"
#include "kodide/index/text_place.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace blak::kod {

/// The parameters of a message that are of interest at a call.
struct CalledHandler
{
    const FileNames* names = nullptr;
    const HandlerEntry* handler = nullptr;
};

/// The handlers that a call may reach, the likeliest first: of `self` those of the class and above it, of a class those of that
/// class, else all of that name, those with the most parameters first. Of Create those of Constructor.
std::vector<CalledHandler> handlersCalled(const TreeIndex::Tree& tree, const OpenCall& call, std::string_view className);

/// Collects what could stand at a place.
class Candidates
{
public:
    Candidates(const TreeIndex::Tree& tree, const FileNames* names, const TextPlace& place);

    std::vector<Completion> take() && { return std::move(items_); }
    void collect();

private:
    void addExpression();
    void addStatement();
    void addVariables();
    void addMembers(bool assignable);
    void addMembersOf(const ClassNode& node, int distance, bool assignable);
    void addConstants();
    void addResources();
    void addFunctions(int rank);
    void addKeywords(std::initializer_list<TokenKind> kinds, int rank);
    void addMessages(std::string_view before);
    void addClasses(std::string_view before, int rank);
    void addSettings();
    void addHandlerNames();
    void addParameterNames();
    void addEntryNames();
    void add(CompletionKind kind, std::string text, std::string detail, int rank);
    std::string memberDetail(const FileNames& names, const MemberEntry& member) const;
    std::string spelling(const FileNames& names, const MemberEntry& member) const;

    const TreeIndex::Tree& tree_;
    const FileNames* names_; ///< of the file as the index knows it; null: it does not
    const TextPlace& place_;
    const ClassNode* class_ = nullptr; ///< the class at the place, or its superclass when it is not known yet
    int ownDistance_ = 0;              ///< 1 when class_ is the superclass
    std::vector<const ClassNode*> chain_;
    std::unordered_map<std::string, bool> seen_; ///< members, lower case
    std::vector<Completion> items_;
};

} // namespace blak::kod
