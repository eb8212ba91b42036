// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "kodide/index/tree_index.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>

/// A small tree of classes for tests of the index.
namespace blak::test {

class Folder
{
public:
    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

    void put(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        QVERIFY(bool(writeFileAtomically(path(name), text, Backup::None)));
    }

    std::string text(const std::string& name) const { return diskFiles().readText(path(name)).value(); }

private:
    QTemporaryDir folder_;
};

inline const std::string objectText = R"(% The root of all things.
Object
constants:
   include shared.khd
   OWN_LIMIT = WIDE + 1   % how much it carries
resources:
   object_name = "thing"
classvars:
   viKind = 1
properties:
   % how large it is
   piSize = WIDE
   piCount = 0
messages:
   % Asked by everybody
   % who wants to know.
   GetSize(what = $, amount = 3)
   "the size"
   {
      local n;
      n = piSize + OWN_LIMIT;
      return n;
   }

   GetName()
   {
      return object_name;
   }
end
)";

inline const std::string lampText = R"(Lamp is Object
constants:
   include shared.khd
resources:
   lamp_name = "lamp"
properties:
   piSize = TALL
   viKind = 7
messages:
   GetName()
   {
      return lamp_name;
   }

   Shine(what = $)
   {
      local n, lOther;
      n = Send(self, @GetSize, #what = what, #amount = 2);
      Post(what, @Shine, #what = self);
      lOther = Create(&Lantern);
      if IsClass(lOther, &Object) { piSize = n; }
      return viKind;
   }
end
)";

inline const std::string lanternText = R"(Lantern is Lamp
constants:
   include shared.khd
messages:
   GetSize(what = $, amount = TALL)
   {
      local n;
      n = piSize;
      piCount = n + amount;
      Send(what, @Unknown);
      propagate;
   }
end
)";

inline void putTree(const Folder& world)
{
    world.put("kodbase.txt", "T 10000 20000\n");
    world.put("kod/include/shared.khd", "   % three paces\n   WIDE = 3\n   TALL = WIDE + 1\n");
    world.put("kod/object.kod", objectText);
    world.put("kod/object/lamp.kod", lampText);
    world.put("kod/object/lamp/lantern.kod", lanternText);
}

} // namespace blak::test
