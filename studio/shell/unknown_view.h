// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document_view.h"

class QLabel;
class QPlainTextEdit;

namespace blak::ui::shell {

/// A file that no other view takes: says its kind and size, why there is no view and what would be needed, and shows its first
/// bytes; pictures are simply shown.
class UnknownView : public DocumentView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, const std::shared_ptr<Project>& project, QWidget* parent);

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return QStringLiteral("resource"); }
    QStringList statusLeft() const override { return {kind_}; }
    QStringList statusRight() const override { return {tr("shows only")}; }

    /// "sounds.wav is a sound ...": for the page and for tests.
    const QString& sentence() const { return sentence_; }
    bool isPicture() const { return isPicture_; }

    /// Called like something that begins with a sign of its own, and with nothing in it or signs that no text has.
    static bool isDamagedBinary(const QString& path, const QByteArray& head);

private:
    Result<void> readAgain();
    QString emptySentence() const;
    UnknownView(const QString& path, QWidget* parent);
    Result<void> load();

    QString path_;
    QString kind_;
    QString sentence_;
    bool isPicture_ = false;
    QLabel* heading_ = nullptr;
    QLabel* words_ = nullptr;
    QLabel* picture_ = nullptr;
    QPlainTextEdit* bytes_ = nullptr;
};

/// Takes everything: the last of all types.
DocumentType unknownDocumentType();

} // namespace blak::ui::shell
