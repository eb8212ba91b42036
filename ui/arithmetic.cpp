// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/arithmetic.h"

#include <QLocale>
#include <QString>

#include <cmath>

namespace blak::ui {
namespace {

/// sum = product { (+|-) product };  product = factor { (*|/) factor };  factor = [+|-] number | [+|-] ( sum )
class SumReader
{
public:
    explicit SumReader(QStringView text) : text_(text) {}

    std::optional<double> read()
    {
        const double value = sum(0);
        skipSpace();
        if (failed_ || at_ != text_.size() || !std::isfinite(value))
            return std::nullopt;
        return value;
    }

private:
    static constexpr int maxDepth = 32;

    double sum(int depth)
    {
        double value = product(depth);
        while (!failed_) {
            if (accept(u'+'))
                value += product(depth);
            else if (accept(u'-') || accept(u'\u2212'))
                value -= product(depth);
            else
                break;
        }
        return value;
    }

    double product(int depth)
    {
        double value = factor(depth);
        while (!failed_) {
            if (accept(u'*'))
                value *= factor(depth);
            else if (accept(u'/'))
                value /= factor(depth);
            else
                break;
        }
        return value;
    }

    double factor(int depth)
    {
        if (depth > maxDepth)
            return fail();
        if (accept(u'-') || accept(u'\u2212'))
            return -factor(depth + 1);
        if (accept(u'+'))
            return factor(depth + 1);
        if (accept(u'(')) {
            const double value = sum(depth + 1);
            return accept(u')') ? value : fail();
        }
        return number();
    }

    double number()
    {
        skipSpace();
        const qsizetype begin = at_;
        while (at_ < text_.size() && (text_[at_].isDigit() || text_[at_] == u'.' || text_[at_] == u','))
            ++at_;
        QString digits = text_.mid(begin, at_ - begin).toString();
        digits.replace(u',', u'.');
        bool good = false;
        const double value = digits.toDouble(&good);
        return good ? value : fail();
    }

    bool accept(QChar sign)
    {
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != sign)
            return false;
        ++at_;
        return true;
    }

    void skipSpace()
    {
        while (at_ < text_.size() && text_[at_].isSpace())
            ++at_;
    }

    double fail()
    {
        failed_ = true;
        return 0;
    }

    QStringView text_;
    qsizetype at_ = 0;
    bool failed_ = false;
};

} // namespace

std::optional<double> evaluateSum(QStringView text) { return SumReader(text).read(); }

} // namespace blak::ui
