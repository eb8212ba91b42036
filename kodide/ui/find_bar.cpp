// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/find_bar.h"

#include "kodide/ui/code_editor.h"
#include "kodide/ui/text_steps.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace blak::ui::code {
namespace {

constexpr int searchAgainAfter = 120; ///< ms after an edit of the text
constexpr qsizetype mostHits = 100'000;

QToolButton* textSwitch(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setCheckable(true);
    button->setFixedSize(26, 22);
    button->setProperty("small", true);
    return button;
}

QToolButton* iconButton(const QString& name, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setIconSize(QSize(14, 14));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFixedSize(24, 22);
    return button;
}

} // namespace

SearchSwitches SearchSwitches::make(QWidget* parent)
{
    SearchSwitches made;
    made.matchCase = textSwitch(QStringLiteral("Aa"), FindBar::tr("Match case"), parent);
    made.wholeWord = textSwitch(QStringLiteral("ab"), FindBar::tr("Whole word"), parent);
    made.regex = textSwitch(QStringLiteral(".*"), FindBar::tr("Regular expression"), parent);
    for (QToolButton* button : made.all())
        button->setProperty("padding", QStringLiteral("none"));
    return made;
}

SearchQuery SearchSwitches::query(const QString& text) const
{
    return {text, regex->isChecked(), matchCase->isChecked(), wholeWord->isChecked()};
}

FindBar::FindBar(CodeEditor* editor, QWidget* parent)
    : QWidget(parent), editor_(editor), find_(new QLineEdit), replace_(new QLineEdit), replaceRow_(new QWidget),
      count_(new QLabel), switches_(SearchSwitches::make(this))
{
    setObjectName(QStringLiteral("findBar"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 5, 6, 5);
    column->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->setSpacing(4);
    find_->setPlaceholderText(tr("Find"));
    find_->setAccessibleName(tr("Find"));
    find_->setMaximumWidth(420);
    count_->setObjectName(QStringLiteral("secondary"));
    count_->setMinimumWidth(90);
    const auto arrow = [this](const QString& text, const QString& tip) {
        auto* button = new QToolButton(this);
        button->setText(text);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setFixedSize(24, 22);
        button->setProperty("padding", QStringLiteral("none"));
        return button;
    };
    auto* back = arrow(QStringLiteral("\u2191"), tr("Previous hit"));
    auto* next = arrow(QStringLiteral("\u2193"), tr("Next hit"));
    auto* closing = iconButton(QStringLiteral("close"), tr("Close"), this);
    first->addWidget(find_, 3);
    for (QToolButton* button : switches_.all())
        first->addWidget(button);
    first->addWidget(back);
    first->addWidget(next);
    first->addSpacing(6);
    first->addWidget(count_, 1);
    first->addWidget(closing);
    column->addLayout(first);

    auto* second = new QHBoxLayout(replaceRow_);
    second->setContentsMargins(0, 0, 0, 0);
    second->setSpacing(4);
    replace_->setPlaceholderText(tr("Replace with"));
    replace_->setAccessibleName(tr("Replace with"));
    replace_->setMaximumWidth(420);
    auto* one = new QPushButton(tr("Replace"));
    auto* all = new QPushButton(tr("Replace all"));
    second->addWidget(replace_, 3);
    second->addWidget(one);
    second->addWidget(all);
    second->addStretch(1);
    column->addWidget(replaceRow_);
    hide();

    find_->installEventFilter(this);
    replace_->installEventFilter(this);
    again_.setSingleShot(true);
    again_.setInterval(searchAgainAfter);
    connect(&again_, &QTimer::timeout, this, [this] { search(false); });
    connect(editor_, &CodeEditor::edited, this, [this] {
        if (isVisible())
            again_.start();
    });
    connect(editor_, &CodeEditor::cursorMoved, this, [this] {
        if (isVisible())
            showCount();
    });
    connect(find_, &QLineEdit::textChanged, this, [this] { search(true); });
    for (QToolButton* button : switches_.all())
        connect(button, &QToolButton::toggled, this, [this] { search(true); });
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    connect(back, &QToolButton::clicked, this, [this] { step(-1); });
    connect(closing, &QToolButton::clicked, this, &FindBar::close);
    connect(one, &QPushButton::clicked, this, &FindBar::replaceOne);
    connect(all, &QPushButton::clicked, this, &FindBar::replaceAll);
}

QString FindBar::countText() const { return count_->text(); }

void FindBar::open(bool withReplace)
{
    const auto [begin, end] = editor_->selection();
    from_ = begin;
    const QString selected = QString::fromUtf8(editor_->text().mid(begin, std::min<qsizetype>(end - begin, 400)));
    replaceRow_->setVisible(withReplace);
    show();
    if (!selected.isEmpty() && !selected.contains(u'\n') && !selected.contains(u'\r'))
        find_->setText(selected);
    find_->selectAll();
    find_->setFocus(Qt::ShortcutFocusReason);
    search(false);
}

void FindBar::close()
{
    hide();
    editor_->setHits({});
    hits_.clear();
    editor_->setFocus(Qt::OtherFocusReason);
}

QVector<FindBar::Hit> FindBar::hits(const QString* replacement)
{
    say({}, false);
    QVector<Hit> found;
    if (find_->text().isEmpty())
        return found;
    const auto made = TextSearch::make(switches_.query(find_->text()));
    if (!made) {
        say(QString::fromStdString(made.error().what), true);
        return found;
    }
    const QString text = QString::fromUtf8(editor_->text());
    const auto matches = replacement == nullptr ? made.value().findAll(text, mostHits) : made.value().findAll(text, *replacement);
    found.reserve(matches.size());
    qsizetype unit = 0;
    qsizetype byte = 0;
    const auto byteOf = [&](qsizetype to) {
        byte += QStringView(text).mid(unit, to - unit).toUtf8().size();
        unit = to;
        return byte;
    };
    for (const TextMatch& match : matches) {
        const qsizetype begin = byteOf(match.begin);
        found.push_back({begin, byteOf(match.end), match.replacement.toUtf8()});
    }
    return found;
}

void FindBar::search(bool move)
{
    hits_ = hits(nullptr);
    QVector<std::pair<qsizetype, qsizetype>> ranges;
    ranges.reserve(hits_.size());
    for (const Hit& hit : hits_)
        ranges.push_back({hit.begin, hit.end});
    editor_->setHits(ranges);
    if (move && !hits_.isEmpty()) {
        const auto after = std::find_if(hits_.begin(), hits_.end(), [this](const Hit& hit) { return hit.begin >= from_; });
        const Hit& hit = after == hits_.end() ? hits_.first() : *after;
        editor_->select(hit.begin, hit.end);
    }
    showCount();
}

void FindBar::showCount()
{
    if (count_->objectName() == QLatin1String("errorText"))
        return;
    if (find_->text().isEmpty()) {
        say({}, false);
        return;
    }
    if (hits_.isEmpty()) {
        say(tr("Not found"), false);
        return;
    }
    const auto [begin, end] = editor_->selection();
    for (qsizetype i = 0; i < hits_.size(); ++i) {
        if (hits_[i].begin == begin && hits_[i].end == end) {
            say(tr("%1 of %2").arg(i + 1).arg(hits_.size()), false);
            return;
        }
    }
    say(hits_.size() == 1 ? tr("1 hit") : tr("%1 hits").arg(hits_.size()), false);
}

void FindBar::say(const QString& text, bool isFault)
{
    count_->setText(text);
    const QString name = isFault ? QStringLiteral("errorText") : QStringLiteral("secondary");
    if (count_->objectName() == name)
        return;
    count_->setObjectName(name);
    count_->style()->unpolish(count_);
    count_->style()->polish(count_);
}

void FindBar::step(int direction)
{
    if (again_.isActive()) {
        again_.stop();
        search(false);
    }
    if (hits_.isEmpty())
        return;
    const auto [begin, end] = editor_->selection();
    qsizetype target = direction > 0 ? 0 : hits_.size() - 1; // around the end
    if (direction > 0) {
        for (qsizetype i = 0; i < hits_.size(); ++i)
            if (hits_[i].begin > begin || (hits_[i].begin == begin && hits_[i].end != end)) {
                target = i;
                break;
            }
    } else {
        for (qsizetype i = hits_.size(); i-- > 0;)
            if (hits_[i].begin < begin) {
                target = i;
                break;
            }
    }
    from_ = hits_[target].begin;
    editor_->select(hits_[target].begin, hits_[target].end);
    showCount();
}

void FindBar::replaceOne()
{
    const QString with = replace_->text();
    const auto [begin, end] = editor_->selection();
    for (const Hit& hit : hits(&with)) {
        if (hit.begin != begin || hit.end != end)
            continue;
        editor_->replaceRanges({{hit.begin, hit.end, hit.replacement}});
        const qsizetype after = hit.begin + hit.replacement.size();
        editor_->select(after, after);
        break;
    }
    search(false);
    step(1);
}

void FindBar::replaceAll()
{
    const QString with = replace_->text();
    QVector<CodeEditor::Replacement> ranges;
    for (const Hit& hit : hits(&with))
        ranges.push_back({hit.begin, hit.end, hit.replacement});
    if (ranges.isEmpty())
        return;
    editor_->replaceRanges(ranges, replaceAllName(ranges.size()));
    search(false);
    say(tr("Replaced %1").arg(ranges.size()), false);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            close();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (watched == replace_ && (key->modifiers() & Qt::ControlModifier) != 0)
                replaceAll();
            else if (watched == replace_)
                replaceOne();
            else
                step((key->modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
            return true;
        }
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FindBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().raised);
    painter.fillRect(QRect(0, 0, width(), 1), theme().separator);
}

} // namespace blak::ui::code
