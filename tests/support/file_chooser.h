// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

namespace blak::test {

/// The file chooser that is open, or null.
inline QFileDialog* fileChooser()
{
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* one = qobject_cast<QFileDialog*>(widget); one != nullptr && one->isVisible())
            return one;
    return nullptr;
}

/// As a user types a name and presses the button; the list of names that fit is in the way and goes first.
inline void chooseFile(QFileDialog& dialog, const QString& path)
{
    auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
    QVERIFY(name != nullptr);
    dialog.activateWindow(); // without the focus Qt leaves each folder on the way selected, and the button opens that
    name->setFocus();
    QTRY_VERIFY(name->hasFocus());
    name->selectAll();
    QTest::keyClicks(name, path);
    while (QWidget* proposals = QApplication::activePopupWidget()) {
        QTest::keyClick(proposals, Qt::Key_Escape);
        QVERIFY(QApplication::activePopupWidget() != proposals);
    }
    QCOMPARE(name->text(), path);
    for (auto* button : dialog.findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))->findChildren<QPushButton*>())
        if (button->isDefault()) {
            QVERIFY2(button->isEnabled(), qPrintable(button->text()));
            return QTest::mouseClick(button, Qt::LeftButton);
        }
    QFAIL("no button takes what was typed");
}

} // namespace blak::test
