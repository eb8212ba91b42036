// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_languages.h"

#include <QFileInfo>
#include <Qsci/qscilexerbash.h>
#include <Qsci/qscilexerbatch.h>
#include <Qsci/qscilexercmake.h>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexerhtml.h>
#include <Qsci/qscilexerjson.h>
#include <Qsci/qscilexerlua.h>
#include <Qsci/qscilexermakefile.h>
#include <Qsci/qscilexermarkdown.h>
#include <Qsci/qscilexerproperties.h>
#include <Qsci/qscilexerpython.h>

#include <array>

namespace blak::ui::code {
namespace {

struct NameRow
{
    const char* name; ///< ".ending" or the beginning of the whole name
    TextLanguage language;
};

constexpr std::array names{
    NameRow{".kod", TextLanguage::Blakod},
    NameRow{".khd", TextLanguage::Blakod},
    NameRow{"makefile", TextLanguage::Makefile},
    NameRow{"rules.mak", TextLanguage::Makefile},
    NameRow{"common.mak", TextLanguage::Makefile},
    NameRow{".mak", TextLanguage::Makefile},
    NameRow{".ini", TextLanguage::Settings},
    NameRow{".cfg", TextLanguage::Settings},
    NameRow{".conf", TextLanguage::Settings},
    NameRow{".udmf", TextLanguage::CLike},
    NameRow{".c", TextLanguage::CLike},
    NameRow{".h", TextLanguage::CLike},
    NameRow{".cpp", TextLanguage::CLike},
    NameRow{".hpp", TextLanguage::CLike},
    NameRow{".cc", TextLanguage::CLike},
    NameRow{".rc", TextLanguage::CLike},
    NameRow{".y", TextLanguage::CLike},
    NameRow{".l", TextLanguage::CLike},
    NameRow{".js", TextLanguage::CLike},
    NameRow{".cs", TextLanguage::CLike},
    NameRow{"cmakelists.txt", TextLanguage::Cmake},
    NameRow{".cmake", TextLanguage::Cmake},
    NameRow{".lua", TextLanguage::Lua},
    NameRow{".py", TextLanguage::Python},
    NameRow{".sh", TextLanguage::Shell},
    NameRow{".bat", TextLanguage::Batch},
    NameRow{".cmd", TextLanguage::Batch},
    NameRow{".html", TextLanguage::Markup},
    NameRow{".htm", TextLanguage::Markup},
    NameRow{".xml", TextLanguage::Markup},
    NameRow{".svg", TextLanguage::Markup},
    NameRow{".vcxproj", TextLanguage::Markup},
    NameRow{".md", TextLanguage::Markdown},
    NameRow{".json", TextLanguage::Data},
};

} // namespace

TextLanguage languageOf(const QString& fileName)
{
    const QString name = QFileInfo(fileName).fileName().toLower();
    for (const NameRow& row : names) {
        const QLatin1String known(row.name);
        if (known.startsWith(u'.') ? name.endsWith(known) : name.startsWith(known))
            return row.language;
    }
    return TextLanguage::Plain;
}

QsciLexer* makeLexer(TextLanguage language, QObject* parent)
{
    switch (language) {
    case TextLanguage::Makefile: return new QsciLexerMakefile(parent);
    case TextLanguage::Settings: return new QsciLexerProperties(parent);
    case TextLanguage::CLike: return new QsciLexerCPP(parent);
    case TextLanguage::Cmake: return new QsciLexerCMake(parent);
    case TextLanguage::Lua: return new QsciLexerLua(parent);
    case TextLanguage::Python: return new QsciLexerPython(parent);
    case TextLanguage::Shell: return new QsciLexerBash(parent);
    case TextLanguage::Batch: return new QsciLexerBatch(parent);
    case TextLanguage::Markup: return new QsciLexerHTML(parent);
    case TextLanguage::Markdown: return new QsciLexerMarkdown(parent);
    case TextLanguage::Data: return new QsciLexerJSON(parent);
    case TextLanguage::Plain:
    case TextLanguage::Blakod: break;
    }
    return nullptr;
}

} // namespace blak::ui::code
