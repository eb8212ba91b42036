// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/sealed_view.h"

#include "formats/base/file_io.h"
#include "studio/views/common/text.h"
#include "ui/background_pool.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QVBoxLayout>

#include <array>

namespace blak::ui::views {
namespace {

constexpr std::uint64_t largestKey = 1024 * 1024; // bytes, as on the command line
constexpr int textWidth = 620;                    ///< px; longer lines are hard to read

constexpr std::array factLabels{
    QT_TRANSLATE_NOOP("SealedView", "Holds"),
    QT_TRANSLATE_NOOP("SealedView", "Opens with"),
    QT_TRANSLATE_NOOP("SealedView", "Sealed with"),
    QT_TRANSLATE_NOOP("SealedView", "On disk"),
};

Result<sealed::File> readSealed(const QString& path)
{
    const auto bytes = readBytes(path);
    return bytes ? sealed::read(bytes.value(), QFileInfo(path).fileName().toStdString()) : Result<sealed::File>(bytes.error());
}

/// Everything that takes time; runs in a worker.
Result<void> unsealInto(const sealed::File& file, const sealed::Secret& secret, const QString& name, const QString& target)
{
    const auto content = sealed::open(file, secret, name.toStdString());
    if (!content)
        return content.error();
    return writeFileAtomically(filePath(target), content.value());
}

} // namespace

Result<DocumentView*> SealedView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto file = readSealed(path);
    if (!file)
        return file.error();
    return static_cast<DocumentView*>(new SealedView(path, std::move(project), std::move(file).value(), parent));
}

SealedView::SealedView(const QString& path, std::shared_ptr<Project> project, sealed::File file, QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("lock"), parent), who_(new QLabel),
      secretLabel_(new QLabel), secret_(new QLineEdit), browse_(new QPushButton(tr("Choose\u2026"))),
      unseal_(new QPushButton(tr("Unseal into a plain copy\u2026"))), outcome_(new QLabel)
{
    setShownFile(workspaceOf(this->project()), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("Sealed file"));
    header->setDetail(tr("only who has the key can read or change it"));
    column->addWidget(header);
    auto* body = new QWidget;
    body->setMaximumWidth(textWidth);
    auto* rows = new QVBoxLayout(body);
    rows->setContentsMargins(10, 12, 10, 10);
    rows->setSpacing(12);
    auto* facts = new QFormLayout;
    facts->setHorizontalSpacing(8);
    facts->setVerticalSpacing(6);
    facts->setLabelAlignment(Qt::AlignLeft);
    for (const char* label : factLabels) {
        auto* name = new QLabel(tr(label));
        name->setObjectName(QStringLiteral("secondary"));
        name->setFixedWidth(84);
        auto* value = new QLabel;
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        facts->addRow(name, value);
        values_ << value;
    }
    rows->addLayout(facts);
    who_->setWordWrap(true);
    rows->addWidget(who_);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    secretLabel_->setFixedWidth(84);
    secretLabel_->setBuddy(secret_);
    line->addWidget(secretLabel_);
    line->addWidget(secret_, 1);
    line->addWidget(browse_);
    rows->addLayout(line);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(92, 0, 0, 0);
    unseal_->setProperty("primary", true);
    buttons->addWidget(unseal_);
    buttons->addStretch(1);
    rows->addLayout(buttons);
    outcome_->setWordWrap(true);
    outcome_->hide();
    rows->addWidget(outcome_);
    column->addWidget(body);
    column->addStretch(1);
    setFocusProxy(secret_);
    connect(secret_, &QLineEdit::textChanged, this, &SealedView::refreshButton);
    connect(secret_, &QLineEdit::returnPressed, unseal_, &QPushButton::click);
    connect(unseal_, &QPushButton::clicked, this, &SealedView::askTarget);
    connect(browse_, &QPushButton::clicked, this, [this] {
        auto* chooser = new QFileDialog(this, tr("Key file"), QFileInfo(this->path()).absolutePath());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setFileMode(QFileDialog::ExistingFile);
        connect(chooser, &QFileDialog::fileSelected, secret_, &QLineEdit::setText);
        chooser->open();
    });
    show(std::move(file));
}

SealedView::~SealedView() = default;

void SealedView::show(sealed::File file)
{
    file_ = std::make_shared<const sealed::File>(std::move(file));
    const sealed::Header& header = file_->header;
    const bool isPassphrase = header.keyKind == sealed::KeyKind::Passphrase;
    const auto chunks = static_cast<qsizetype>((header.size + sealed::chunkSize - 1) / sealed::chunkSize);
    const auto whole = static_cast<qsizetype>(sealed::headerSize + file_->body.size());
    const QStringList values{
        tr("%1, %2").arg(fromUtf8(sealed::contentName(header.content)), byteCount(static_cast<qsizetype>(header.size))),
        isPassphrase ? tr("a passphrase (Argon2id, %1 passes over %2 MB)").arg(header.passes).arg(header.kibibytes / 1024)
                     : tr("a key file"),
        tr("XChaCha20-Poly1305, version %1").arg(header.version),
        tr("%1 in %2").arg(byteCount(whole), counted(chunks, tr("chunk"), tr("chunks")))};
    for (qsizetype i = 0; i < values.size(); ++i)
        values_[i]->setText(values[i]);
    who_->setText(
        isPassphrase ? tr("Whoever knows the passphrase it was sealed with can open it; nobody else, and it cannot be recovered. "
                          "Old clients need the plain file.")
                     : tr("Whoever has the key file it was sealed with can open it; nobody else, and a lost key cannot be "
                          "replaced. Old clients need the plain file."));
    secretLabel_->setText(isPassphrase ? tr("&Passphrase") : tr("&Key file"));
    secret_->setEchoMode(isPassphrase ? QLineEdit::Password : QLineEdit::Normal);
    secret_->setAccessibleName(isPassphrase ? tr("Passphrase") : tr("Key file"));
    browse_->setVisible(!isPassphrase);
    refreshButton();
    emit statusChanged();
}

Result<sealed::Secret> SealedView::secret() const
{
    if (file_->header.keyKind == sealed::KeyKind::Passphrase)
        return sealed::Secret::passphrase(secret_->text().toStdString());
    auto bytes = readFile(filePath(secret_->text()), largestKey);
    if (!bytes)
        return bytes.error();
    return sealed::Secret(sealed::KeyKind::KeyFile, std::move(bytes).value());
}

void SealedView::askTarget()
{
    auto* chooser = new QFileDialog(this, tr("Plain copy of %1").arg(title()), QFileInfo(path()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->selectFile(QStringLiteral("plain-") + title());
    connect(chooser, &QFileDialog::fileSelected, this, &SealedView::unsealTo);
    chooser->open();
}

void SealedView::unsealTo(const QString& target)
{
    if (working_)
        return;
    if (QFileInfo(target) == QFileInfo(path())) {
        say(tr("The plain copy needs another name, or the sealed file would be gone."), true);
        return;
    }
    auto read = secret();
    if (!read) {
        say(tr("The key cannot be read: %1.").arg(fromUtf8(read.error().what)), true);
        return;
    }
    working_ = true;
    refreshButton();
    say(tr("Opening %1.").arg(title()), false);
    auto key = std::make_shared<sealed::Secret>(std::move(read).value());
    const QPointer<SealedView> self(this);
    backgroundPool().start([self, file = file_, key = std::move(key), name = title(), target] {
        auto done = std::make_shared<Result<void>>(unsealInto(*file, *key, name, target));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, done, target] {
            if (SealedView* view = self.data())
                view->finish(*done, target);
        });
    });
}

void SealedView::finish(const Result<void>& done, const QString& target)
{
    working_ = false;
    refreshButton();
    if (!done) {
        say(fromUtf8(done.error().what) + QLatin1Char('.'), true);
        return;
    }
    secret_->clear();
    say(tr("Wrote %1.").arg(QFileInfo(target).fileName()), false);
    emit openRequested(target);
}

void SealedView::say(const QString& sentence, bool isError)
{
    outcome_->setObjectName(isError ? QStringLiteral("errorText") : QStringLiteral("secondary"));
    outcome_->setStyleSheet(outcome_->styleSheet()); // the name decides the colour
    outcome_->setText(sentence);
    outcome_->show();
}

void SealedView::refreshButton()
{
    unseal_->setEnabled(!working_ && !secret_->text().isEmpty());
    secret_->setEnabled(!working_);
    const bool isPassphrase = file_ && file_->header.keyKind == sealed::KeyKind::Passphrase;
    unseal_->setToolTip(!secret_->text().isEmpty() ? QString()
                        : isPassphrase             ? tr("Type the passphrase first.")
                                                   : tr("Name the key file first."));
}

Result<void> SealedView::readAgain()
{
    auto file = readSealed(path());
    if (!file)
        return file.error();
    show(std::move(file).value());
    return {};
}

QStringList SealedView::statusLeft() const
{
    return {tr("sealed %1").arg(fromUtf8(sealed::contentName(file_->header.content))), tr("Enter unseals into a plain copy")};
}

QStringList SealedView::statusRight() const
{
    return {tr("Sealed file, version %1").arg(file_->header.version), tr("shows only")};
}

} // namespace blak::ui::views
