// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/sealed/sealed.h"
#include "studio/views/common/file_view.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::views {

/// A sealed file: what it holds, who can open it, and with the key a plain copy of it. The key is asked for here, used in the
/// background (a passphrase takes a second on purpose) and wiped afterwards; it is written nowhere.
class SealedView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    ~SealedView() override;

    QStringList statusLeft() const override;
    QStringList statusRight() const override;

    QLineEdit* secretField() const { return secret_; }
    QPushButton* unsealButton() const { return unseal_; }
    QLabel* outcome() const { return outcome_; }
    /// Opens the file with what the field holds, writes the plain copy and asks the shell to open that. Another name than the
    /// sealed file's own only.
    void unsealTo(const QString& target);

private:
    Result<void> readAgain();
    SealedView(const QString& path, std::shared_ptr<Project> project, sealed::File file, QWidget* parent);
    void show(sealed::File file);
    Result<sealed::Secret> secret() const;
    void askTarget();
    void finish(const Result<void>& done, const QString& target);
    void say(const QString& sentence, bool isError);
    void refreshButton();

    std::shared_ptr<const sealed::File> file_;
    bool working_ = false;
    QVector<QLabel*> values_;
    QLabel* who_ = nullptr;
    QLabel* secretLabel_ = nullptr;
    QLineEdit* secret_ = nullptr;
    QPushButton* browse_ = nullptr;
    QPushButton* unseal_ = nullptr;
    QLabel* outcome_ = nullptr;
};

} // namespace blak::ui::views
