// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QHBoxLayout;
class QLabel;

namespace blak::ui::textures {

/// One question inside a dock instead of a box over everything: a sentence and buttons that are verbs. The last button is the
/// safe one: it has the focus, and Esc is it.
class QuestionBar : public QFrame
{
    Q_OBJECT

public:
    explicit QuestionBar(QWidget* parent = nullptr);

    void ask(const QString& question, const QStringList& answers);
    QString question() const;

signals:
    /// The bar is hidden by then.
    void answered(int answer);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void answer(int which);

    QLabel* text_ = nullptr;
    QHBoxLayout* row_ = nullptr;
    QList<QWidget*> buttons_;
};

} // namespace blak::ui::textures
