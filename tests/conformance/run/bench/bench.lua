-- SPDX-License-Identifier: GPL-3.0-or-later
-- The algorithms of the bench_*.kod programs in Lua 5.4, to be run on the same machine at the same time.
-- usage: lua5.4 bench.lua [SECONDS] [REPEAT]: "lua5.4 <TAB> benchmark <TAB> operations per CPU second", best of the repetitions.
local seconds = tonumber(arg[1]) or 1.0
local repetitions = tonumber(arg[2]) or 3

local function class(super)
   local c = setmetatable({}, super and {__index = super} or nil)
   c.__index = c
   c.super = super
   return c
end

local function isClass(object, wanted)
   local c = getmetatable(object)
   while c do
      if c == wanted then return true end
      c = c.super
   end
   return false
end

local function equalWithoutCase(a, b)
   a = a:match("^%s*(.-)%s*$"):upper()
   b = b:match("^%s*(.-)%s*$"):upper()
   return a ~= "" and a == b
end

local function bench_int(n)
   local i, s = 0, 1
   while i < n do
      s = (s * 3 + i) & 65535
      s = s - i // 7
      i = i + 1
   end
   return s
end

local Prop = class()
Prop.viStep = 3
function Prop:bench(n)
   local i = 0
   self.a, self.b = 0, 1
   while i < n do
      self.a = self.b + self.viStep
      self.b = self.a - self.b
      i = i + 1
   end
   return self.a
end

local Fib = class()
function Fib:fib(k)
   if k < 2 then return k end
   return self:fib(k - 1) + self:fib(k - 2)
end

local NamedBase = class()
function NamedBase:take(p)
   local alpha, gamma = p.alpha or 1, p.gamma or 3
   self.total = alpha
   return gamma
end
local Named = class(NamedBase)

local function cons(a, b) return {a, b} end

local function bench_list(n)
   local i, s = 0, 0
   while i < n do
      local l = nil
      local j = 0
      while j < 100 do
         l = cons(j, l)
         j = j + 1
      end
      while l ~= nil do
         s = l[1]
         l = l[2]
      end
      i = i + 1
   end
   return s
end

local data = nil
for i = 0, 49 do data = cons(i, data) end
local function nth(l, n)
   while n > 1 do l = l[2]; n = n - 1 end
   return l[1]
end
local function setNth(l, n, v)
   while n > 1 do l = l[2]; n = n - 1 end
   l[1] = v
end
local function find(l, v)
   local n = 1
   while l do
      if l[1] == v then return n end
      l = l[2]
      n = n + 1
   end
   return 0
end
local function length(l)
   local n = 0
   while l do n = n + 1; l = l[2] end
   return n
end
local function bench_listops(n)
   local i, s = 0, 0
   while i < n do
      local k = i & 31
      s = nth(data, k + 1)
      setNth(data, k + 1, s)
      s = find(data, k)
      s = length(data)
      i = i + 1
   end
   return s
end

local keys = {}
for i = 0, 499 do keys[i + 1000000] = i end
local function bench_table(n)
   local i, s = 0, 0
   while i < n do
      local k = i & 1023
      keys[k] = i
      s = keys[k]
      s = keys[1000017]
      keys[k] = nil
      i = i + 1
   end
   return s
end

local function bench_string(n)
   local a, b = "the quick brown fox", "BROWN"
   local i, s = 0, 0
   while i < n do
      local text = a .. i .. " jumps"
      s = equalWithoutCase(text, a)
      local up = text:upper()
      local at, stop = up:find(b:upper(), 1, true)
      s = at ~= nil
      if at then text = text:sub(1, at - 1) .. "red" .. text:sub(stop + 1) end
      i = i + 1
   end
   return s
end

local Root = class()
function Root:poke(k) self.last = k end
local LeafA = class(Root)
function LeafA:poke(k) return LeafA.super.poke(self, k) end
local LeafB = class(Root)
function LeafB:poke(k) return LeafB.super.poke(self, k) end
local objects = nil
for _ = 1, 60 do
   objects = cons(setmetatable({}, LeafA), objects)
   objects = cons(setmetatable({}, LeafB), objects)
end
local function bench_class(n)
   local i, s = 0, 0
   while i < n do
      local l = objects
      while l ~= nil do
         local o = l[1]
         if isClass(o, LeafB) then s = s + 1 end
         o:poke(i)
         l = l[2]
      end
      i = i + 1
   end
   return s
end

local Base = class()
function Base:construct(size) self.a = size end
local Thing = class(Base)
function Thing:construct(size, color)
   self.e = color or 7
   Thing.super.construct(self, size)
end
local function create(c, size)
   local o = setmetatable({a = 1, b = 2, c = false, d = false, e = 3, f = 4, g = false, h = Base}, c)
   o:construct(size)
   return o
end
local function bench_create(n)
   local i, o = 0, nil
   while i < n do
      o = create(Thing, i)
      i = i + 1
   end
   return o ~= nil
end

local fib = setmetatable({}, Fib)
local prop = setmetatable({}, Prop)
local named = setmetatable({}, Named)
local benches = {
   {"bench_int", bench_int, 500000, 500000},
   {"bench_prop", function(n) return prop:bench(n) end, 500000, 500000},
   {"bench_fib", function(n) for _ = 1, n do fib:fib(18) end end, 40, 40 * 8361},
   {"bench_named", function(n)
      local i = 0
      while i < n do
         named:take{alpha = i, gamma = 2, beta = nil, omega = 4}
         i = i + 1
      end
   end, 300000, 300000},
   {"bench_list", bench_list, 2000, 200000},
   {"bench_listops", bench_listops, 100000, 400000},
   {"bench_table", bench_table, 200000, 800000},
   {"bench_string", bench_string, 100000, 800000},
   {"bench_class", bench_class, 2000, 240000},
   {"bench_create", bench_create, 50000, 50000},
}
for _, b in ipairs(benches) do
   local best = 0
   for _ = 1, repetitions do
      collectgarbage()
      local calls, start = 0, os.clock()
      while os.clock() - start < seconds do
         b[2](b[3])
         calls = calls + 1
      end
      best = math.max(best, calls * b[4] / (os.clock() - start))
   end
   print(string.format("lua5.4\t%s\t%.0f", b[1], best))
end
