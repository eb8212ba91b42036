// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QToolButton;

namespace blak::ui {

/// Facts in a row, parted by thin lines. What does not fit is left out from the end (so hints stand last).
class FactRow : public QWidget
{
    Q_OBJECT

public:
    explicit FactRow(QWidget* parent = nullptr);
    void setFacts(const QStringList& facts);
    /// The first fact in full ink (a mode, a tool).
    void setFirstBright(bool bright) { firstBright_ = bright; }
    const QStringList& facts() const { return facts_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList facts_;
    bool firstBright_ = false;
};

/// The 24 px status bar: facts of the document at the left, problems, kind, dialect and state at the right, and what runs in the
/// background with a way to stop it.
class StatusStrip : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(QWidget* parent = nullptr);

    void setLeft(const QStringList& facts) { left_->setFacts(facts); }
    void setRight(const QStringList& facts) { right_->setFacts(facts); }
    void setProblems(int errors, int warnings);

    /// "Indexing 1 204 of 4 118 files" with Cancel; an empty text takes it away.
    void setProgress(const QString& text);

    QStringList left() const { return left_->facts(); }
    QStringList right() const { return right_->facts(); }

signals:
    void problemsClicked();
    void cancelClicked();

private:
    FactRow* left_ = nullptr;
    FactRow* right_ = nullptr;
    QToolButton* errors_ = nullptr;
    QToolButton* warnings_ = nullptr;
    QWidget* progress_ = nullptr;
    QLabel* progressText_ = nullptr;
};

} // namespace blak::ui
