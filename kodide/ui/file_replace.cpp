// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/file_replace.h"

#include "formats/base/file_io.h"
#include "kodide/ui/code_view.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

namespace blak::ui::code {
namespace {

QString say(const char* text) { return QCoreApplication::translate("ReplacedFiles", text); }

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Result<void> write(const QString& path, const QByteArray& bytes)
{
    return writeFileAtomically(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

/// The text with the chosen hits replaced; line ends in the replacement become those of the text.
QByteArray replaced(const TextBytes& text, const TextSearch& search, const QString& replacement, const QSet<qsizetype>& begins,
                    qsizetype& hits)
{
    const QString whole = QString::fromUtf8(text.utf8);
    QByteArray out;
    qsizetype from = 0;
    qsizetype byte = 0;
    for (const TextMatch& match : search.findAll(whole, replacement)) {
        const QByteArray between = QStringView(whole).mid(from, match.begin - from).toUtf8();
        const QByteArray own = QStringView(whole).mid(match.begin, match.end - match.begin).toUtf8();
        byte += between.size();
        out += between;
        if (begins.contains(byte)) {
            out += QString(match.replacement).replace(u'\n', QString::fromLatin1(code::lineEndBytes(text.lineEnd))).toUtf8();
            ++hits;
        } else {
            out += own;
        }
        byte += own.size();
        from = match.end;
    }
    return out + QStringView(whole).mid(from).toUtf8();
}

} // namespace

ReplacedFiles::Outcome ReplacedFiles::apply(const QVector<FileReplacement>& files, const TextSearch& search,
                                            const QString& replacement, const FindCodeView& openView)
{
    Outcome outcome;
    QVector<Done> ready;
    for (const FileReplacement& file : files) {
        const CodeView* view = openView(file.path);
        Done one;
        one.path = file.path;
        one.inDocument = view != nullptr;
        TextBytes text;
        if (view != nullptr) {
            text = view->format();
            text.utf8 = view->editor()->text();
            one.before = text.utf8;
        } else if (auto read = readTextFor(file.path)) {
            text = std::move(*read);
            one.before = bytesOf(file.path);
        }
        if (textFingerprint(text.utf8) != file.fingerprint) {
            outcome.left << file.path;
            continue;
        }
        const QByteArray changed = replaced(text, search, replacement, file.begins, one.hits);
        const auto encoded = encodeText(changed, text.encoding);
        if (!encoded) {
            outcome.faults << say("Nothing was replaced: in %1, %2.")
                                  .arg(QFileInfo(file.path).fileName(), QString::fromStdString(encoded.error().what));
            return outcome;
        }
        one.after = view != nullptr ? changed : encoded.value();
        if (one.after != one.before)
            ready.push_back(std::move(one));
    }
    done_.clear();
    for (Done& one : ready) {
        if (one.inDocument) {
            openView(one.path)->editor()->replaceText(one.after);
        } else if (const auto written = write(one.path, one.after); !written) {
            outcome.faults
                << say("Cannot save %1: %2.").arg(QFileInfo(one.path).fileName(), QString::fromStdString(written.error().what));
            continue;
        }
        outcome.hits += one.hits;
        ++outcome.files;
        done_.push_back(std::move(one));
    }
    return outcome;
}

ReplacedFiles::Outcome ReplacedFiles::undo(const FindCodeView& openView)
{
    Outcome outcome;
    for (const Done& one : std::exchange(done_, {})) {
        CodeView* view = openView(one.path);
        if (one.inDocument ? view == nullptr || view->editor()->text() != one.after : bytesOf(one.path) != one.after) {
            outcome.left << one.path;
            continue;
        }
        if (one.inDocument) {
            view->editor()->replaceText(one.before);
        } else if (const auto written = write(one.path, one.before); !written) {
            outcome.faults
                << say("Cannot save %1: %2.").arg(QFileInfo(one.path).fileName(), QString::fromStdString(written.error().what));
            continue;
        }
        outcome.hits += one.hits;
        ++outcome.files;
    }
    return outcome;
}

} // namespace blak::ui::code
