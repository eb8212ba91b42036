// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/kodbase/kodbase.h"

#include <QHash>
#include <QString>
#include <QStringList>

#include <memory>
#include <mutex>

namespace blak::ui::views {

/// What the files beside a resource file or a saved game say about its numbers: names out of the kodbase, texts out of .rsb
/// files, where the source of a class is. Looked up once when a view opens; nothing is missing when a file is.
class NumberNames
{
public:
    /// Looks in the folders above `file` up to `root`, then through `root`.
    static std::shared_ptr<const NumberNames> load(const QString& file, const QString& root);
    /// A kodbase that is read already.
    static std::shared_ptr<const NumberNames> of(kodbase::Kodbase base, const QString& root);

    struct ResourceName
    {
        QString name;
        QString className;
    };

    const kodbase::Kodbase& base() const { return base_; }
    const QString& kodbaseFile() const { return kodbaseFile_; } ///< empty: none was found
    const QString& textFile() const { return textFile_; }       ///< the .rsb the texts come from

    ResourceName resource(std::int32_t id) const { return resources_.value(id); }
    QString resourceText(std::int32_t id) const { return texts_.value(id); } ///< English
    QString message(std::int32_t id) const { return messages_.value(id); }
    QString className(std::int32_t id) const { return classNames_.value(id); }
    /// null for an unknown name; any case
    const kodbase::Class* findClass(const QString& name) const;
    /// The class that declares a property, going up from `className`; empty when nobody knows.
    QString declaringClass(const QString& className, const QString& property) const;
    struct Source
    {
        QString file; ///< empty where there is none
        int line = 0; ///< from 1
    };
    /// The .kod file that says "Name is". The sources are read at the first question (10 MB for a large project).
    Source sourceOf(const QString& className) const;

private:
    void indexNames();
    void readSources() const;
    void readTexts(const QString& file);

    kodbase::Kodbase base_;
    QString kodbaseFile_, textFile_;
    QHash<std::int32_t, ResourceName> resources_;
    QHash<std::int32_t, QString> texts_, messages_, classNames_;
    QHash<QString, int> classes_; ///< lower case to place in base_
    QStringList sourceFiles_;
    mutable std::once_flag sourcesRead_;
    mutable QHash<QString, Source> sources_; ///< by lower case class
};

} // namespace blak::ui::views
