// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::test {

/// A small tree of Blakod: three classes, one below the other, and one that has to do with them. Its names are used in several files.
inline constexpr auto thingText = "% The root.\n"
                                  "Thing\n"
                                  "properties:\n"
                                  "   % How large it is.\n"
                                  "   piSize = 3\n"
                                  "messages:\n"
                                  "   % Says how large it is.\n"
                                  "   GetSize(what = $, amount = 3)\n"
                                  "   {\n"
                                  "      return piSize + amount;\n"
                                  "   }\n"
                                  "\n"
                                  "   GetName()\n"
                                  "   {\n"
                                  "      return $;\n"
                                  "   }\n"
                                  "end\n";
inline constexpr auto lampText = "Lamp is Thing\n"
                                 "resources:\n"
                                 "   lamp_name = \"lamp\"\n"
                                 "messages:\n"
                                 "   GetName()\n"
                                 "   {\n"
                                 "      return lamp_name;\n"
                                 "   }\n"
                                 "\n"
                                 "   Shine(what = $)\n"
                                 "   {\n"
                                 "      local iAmount;\n"
                                 "      iAmount = Send(self,@GetSize,#what=what,#amount=2);\n"
                                 "      piSize = iAmount;\n"
                                 "      return Send(what,@GetName);\n"
                                 "   }\n"
                                 "end\n";
inline constexpr auto lanternText = "% caf\xE9, \xE9t\xE9: letters of one byte on disk\n"
                                    "Lantern is Lamp\n"
                                    "messages:\n"
                                    "   GetName()\n"
                                    "   {\n"
                                    "      propagate;\n"
                                    "   }\n"
                                    "\n"
                                    "   Burn(amount = 1)\n"
                                    "   {\n"
                                    "      Send(self,@Shine,#what=self);\n"
                                    "      return Create(&Lamp);\n"
                                    "   }\n"
                                    "end\n";

/// `folder` writes files by name.
template <class Folder>
void putNameTree(const Folder& folder)
{
    folder.write(QStringLiteral("kodbase.txt"), "T 10000 20000\n");
    folder.write(QStringLiteral("kod/thing.kod"), thingText);
    folder.write(QStringLiteral("kod/thing/lamp.kod"), lampText);
    folder.write(QStringLiteral("kod/thing/lamp/lantern.kod"), lanternText);
}

} // namespace blak::test
