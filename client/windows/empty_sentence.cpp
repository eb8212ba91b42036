// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/empty_sentence.h"

#include <QAbstractItemView>
#include <QEvent>

namespace blak::client {

EmptySentence::EmptySentence(QAbstractItemView* list, const QString& sentence) : EmptyLabel(sentence, list->viewport()), list_(list)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    const QAbstractItemModel* rows = list->model();
    connect(rows, &QAbstractItemModel::rowsInserted, this, &EmptySentence::follow);
    connect(rows, &QAbstractItemModel::rowsRemoved, this, &EmptySentence::follow);
    connect(rows, &QAbstractItemModel::modelReset, this, &EmptySentence::follow);
    list->viewport()->installEventFilter(this);
    follow();
}

bool EmptySentence::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        follow();
    return EmptyLabel::eventFilter(watched, event);
}

void EmptySentence::follow()
{
    setGeometry(list_->viewport()->rect());
    setVisible(list_->model()->rowCount() == 0);
}

} // namespace blak::client
