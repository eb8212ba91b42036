// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/unknown_view.h"

#include "studio/project/file_kind.h"
#include "ui/fonts.h"
#include "ui/number_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QImageReader>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

namespace blak::ui::shell {
namespace {

constexpr qint64 shownBytes = 4096;
constexpr qsizetype bytesInRow = 16;
constexpr int mostPixels = 4096;

struct Reason
{
    project::FileKind kind;
    const char* text;
};

/// Why a kind has no view of its own here, and what helps. Kinds that have one end here only when their content is damaged.
constexpr std::array reasons{
    Reason{project::FileKind::Sound, QT_TRANSLATE_NOOP("UnknownView", "Its sound cannot be read. Open it elsewhere.")},
    Reason{project::FileKind::Music, QT_TRANSLATE_NOOP("UnknownView", "Its music cannot be read. Open it elsewhere.")},
    Reason{project::FileKind::Palette, QT_TRANSLATE_NOOP("UnknownView", "It would need the chart of palettes.")},
    Reason{project::FileKind::Resources,
           QT_TRANSLATE_NOOP("UnknownView", "It would need the table of resources. On the command line: blak rsc dump.")},
    Reason{project::FileKind::SavedGame,
           QT_TRANSLATE_NOOP("UnknownView", "It would need the table of saved games. On the command line: blak save info.")},
    Reason{project::FileKind::SavedStrings,
           QT_TRANSLATE_NOOP("UnknownView", "It would need the table of saved games. On the command line: blak save info.")},
    Reason{project::FileKind::DynamicResources,
           QT_TRANSLATE_NOOP("UnknownView", "It would need the table of resources. On the command line: blak rsc dump.")},
    Reason{project::FileKind::Image,
           QT_TRANSLATE_NOOP("UnknownView", "Its picture cannot be read: the format is unknown or damaged.")},
    Reason{project::FileKind::Text, QT_TRANSLATE_NOOP("UnknownView", "It begins as a text and holds bytes that no text has.")},
};

QString say(const char* text) { return QCoreApplication::translate("UnknownView", text); }

/// What a file of that name would be, "a room"; empty where the ending says nothing.
QString expectedOf(const QString& path)
{
    static const QHash<QString, QString> kinds{{QStringLiteral("roo"), say("a room")},
                                               {QStringLiteral("bgf"), say("a sprite")},
                                               {QStringLiteral("kod"), say("Blakod")},
                                               {QStringLiteral("khd"), say("Blakod")},
                                               {QStringLiteral("bof"), say("object code")},
                                               {QStringLiteral("rsc"), say("a file of resources")},
                                               {QStringLiteral("rsb"), say("a file of resources")},
                                               {QStringLiteral("png"), say("a picture")},
                                               {QStringLiteral("bmp"), say("a picture")},
                                               {QStringLiteral("wav"), say("a sound")},
                                               {QStringLiteral("ogg"), say("a sound")},
                                               {QStringLiteral("mp3"), say("a sound")}};
    return kinds.value(QFileInfo(path).suffix().toLower());
}

QString reasonOf(project::FileKind kind, const QString& path)
{
    const QString expected = expectedOf(path);
    if (kind == project::FileKind::Other && !expected.isEmpty())
        return say("It is called like %1, but does not begin like one: it is damaged, or something else. Restore a backup or copy the "
                   "file again.")
            .arg(expected);
    for (const Reason& reason : reasons)
        if (reason.kind == kind)
            return say(reason.text);
    return say(QT_TRANSLATE_NOOP("UnknownView",
                                 "Its beginning names no format that the studio knows, and it is no text. A view would need a "
                                 "description of the format."));
}

QString hexDump(const QByteArray& bytes)
{
    QString text;
    for (qsizetype at = 0; at < bytes.size(); at += bytesInRow) {
        const QByteArray row = bytes.mid(at, bytesInRow);
        QString letters;
        for (const char c : row)
            letters += c >= 32 && c < 127 ? QLatin1Char(c) : QLatin1Char('.');
        text += QStringLiteral("%1  %2  %3\n")
                    .arg(at, 8, 16, QLatin1Char('0'))
                    .arg(QString::fromLatin1(row.toHex(' ')), static_cast<int>(-3 * bytesInRow), QLatin1Char(' '))
                    .arg(letters);
    }
    return text;
}

} // namespace

Result<DocumentView*> UnknownView::open(const QString& path, const std::shared_ptr<Project>&, QWidget* parent)
{
    auto* view = new UnknownView(path, parent);
    if (const auto done = view->load(); !done) {
        Error error = done.error();
        delete view;
        return error;
    }
    return static_cast<DocumentView*>(view);
}

UnknownView::UnknownView(const QString& path, QWidget* parent)
    : DocumentView(parent), path_(path), heading_(new QLabel), words_(new QLabel), picture_(new QLabel),
      bytes_(new QPlainTextEdit)
{
    setShownFile(std::make_shared<document::Workspace>(), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    heading_->setFont(uiFont(14, QFont::DemiBold));
    words_->setWordWrap(true);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    picture_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    bytes_->setReadOnly(true);
    bytes_->setFont(monoFont(12));
    bytes_->setLineWrapMode(QPlainTextEdit::NoWrap);
    bytes_->setAccessibleName(tr("First bytes"));
    column->addWidget(heading_);
    column->addWidget(words_);
    column->addSpacing(6);
    column->addWidget(picture_, 1);
    column->addWidget(bytes_, 1);
    column->addStretch(0); // takes what is left where neither is shown
    setFocusProxy(bytes_);
}

QString UnknownView::title() const { return QFileInfo(path_).fileName(); }

QString UnknownView::emptySentence() const
{
    const QString expected = expectedOf(path_);
    return expected.isEmpty() ? tr("The file is empty.")
                              : tr("The file is empty, so it is not %1. Restore a backup or copy the file again.").arg(expected);
}

bool UnknownView::isDamagedBinary(const QString& path, const QByteArray& head)
{
    if (expectedOf(path).isEmpty() || expectedOf(path) == say("Blakod"))
        return false;
    return head.isEmpty() || std::ranges::any_of(head, [](char sign) {
               return sign == '\0' || (static_cast<unsigned char>(sign) < ' ' && std::strchr("\t\n\v\f\r\x1A", sign) == nullptr);
           });
}

Result<void> UnknownView::load()
{
    QFile file(path_);
    if (!file.open(QIODevice::ReadOnly))
        return Error{tr("Cannot read %1: %2.").arg(title(), file.errorString().toLower()).toStdString(), path_.toStdString()};
    const QByteArray head = file.read(shownBytes);
    auto kind = project::recogniseKind(std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size()))),
                                       title().toStdString());
    if (kind == project::FileKind::Text && isDamagedBinary(path_, head))
        kind = project::FileKind::Other;
    const std::string_view name = project::kindName(kind);
    kind_ = kind == project::FileKind::Other ? tr("unknown format")
                                             : QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    heading_->setText(title());
    QImageReader reader(path_);
    const QSize size = reader.size();
    QImage image;
    if (size.isValid() && size.width() <= mostPixels && size.height() <= mostPixels)
        image = reader.read();
    isPicture_ = !image.isNull();
    const QString facts = QStringLiteral("%1 \u00b7 %2").arg(kind_, counted(file.size(), tr("1 byte"), tr("%1 bytes")));
    sentence_ = isPicture_       ? QStringLiteral("%1 \u00b7 %2 \u00d7 %3").arg(facts).arg(image.width()).arg(image.height())
                : head.isEmpty() ? emptySentence()
                                 : tr("%1 has no view. %2\n%3").arg(title(), reasonOf(kind, path_), facts);
    words_->setText(sentence_);
    picture_->setPixmap(QPixmap::fromImage(image));
    picture_->setVisible(isPicture_);
    bytes_->setPlainText(hexDump(head));
    bytes_->setVisible(!isPicture_ && !head.isEmpty());
    return {};
}

Result<void> UnknownView::readAgain() { return load(); }

DocumentType unknownDocumentType()
{
    DocumentType type;
    type.id = QStringLiteral("unknown");
    type.helpPage = QStringLiteral("studio/opening");
    type.name = UnknownView::tr("Other");
    type.recognises = [](const QString&, const QByteArray&) { return true; };
    type.open = &UnknownView::open;
    return type;
}

} // namespace blak::ui::shell
