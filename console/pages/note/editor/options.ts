/** What `@` and `/` offer: people, kinds of lines, and days. */
import type { EditorState, Transaction } from 'prosemirror-state'
import { dayOf } from '../../../api/days.ts'
import type { User } from '../../../api/people.ts'
import { dueDay, utcDayOfWeek } from '../../../ui/format.ts'
import { words } from '../../../words/words.ts'
import { attrsFor } from './commands.ts'
import { type KindName, kinds } from './kinds.ts'
import type { Item } from './markup.ts'
import { schema } from './schema.ts'

/** What was typed: a sign, and letters after it. */
export type Query = { sign: '@' | '/'; text: string; from: number; to: number }

export type Option = {
  id: string
  label: string
  note: string
  /** Carries it out in place of the query. */
  choose: (state: EditorState, query: Query) => Transaction
}

const most = 8
const days = 366
const { editor: said } = words.note

/** Those who are invited to the meeting come first. */
export type KnownPerson = User & { isInvited: boolean }

/** @param emails  of those who are invited */
export function invitedFirst(everyone: User[], emails: string[]): KnownPerson[] {
  const invited = new Set(emails.map((email) => email.toLowerCase()))
  const known = everyone.map((person) => ({ ...person, isInvited: invited.has(person.email.toLowerCase()) }))
  return [...known.filter(({ isInvited }) => isInvited), ...known.filter(({ isInvited }) => !isInvited)]
}

export function optionsFor({ sign, text }: Query, people: KnownPerson[]): Option[] {
  const known = sign === '@' ? people.filter(({ active }) => active).map(personOption) : slashOptions(text)
  return known.filter((option) => matches(option, text)).slice(0, sign === '@' ? most : undefined)
}

/** Without letters, all kinds and the next days; with letters, a day of the next year is found by its name too. */
function slashOptions(text: string): Option[] {
  const named = dayOptions(text === '' ? 2 : days).filter((option) => text === '' || matches(option, text))
  return [...kindOptions, ...named.slice(0, most)]
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Each word that was typed begins a word of the option. */
function matches({ label, note }: Option, text: string): boolean {
  const known = wordsOf(`${label} ${note}`)
  return wordsOf(text).every((typed) => known.some((word) => word.startsWith(typed)))
}

/** In an item they get it; elsewhere they are named. */
const personOption = ({ id, full_name, email }: User): Option => ({
  id,
  label: full_name,
  note: email,
  choose: (state, query) =>
    isInItem(state)
      ? setField(state, query, (item) => ({ assignees: [...new Set([...item.assignees, id])] }))
      : state.tr.insertText(`@${full_name} `, query.from, query.to),
})

const kindOptions: Option[] = kinds.map(([name, type, sign]: (typeof kinds)[number]) => ({
  id: name,
  label: said.kinds[name as KindName],
  note: sign,
  choose: ({ tr, selection: { $from } }, { from, to }) =>
    tr.delete(from, to).setNodeMarkup($from.before(), schema.nodes[type.kind], attrsFor($from.parent, type)),
}))

/** Today and the days after. An item is due then; elsewhere the day is written. */
function dayOptions(count: number): Option[] {
  const today = new Date()
  return Array.from({ length: count }, (_, ahead) => {
    const day = dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + ahead, 12))
    return dayOption(day, [said.today, said.tomorrow][ahead] ?? utcDayOfWeek(day))
  })
}

const dayOption = (day: string, label: string): Option => ({
  id: day,
  label,
  note: dueDay(day),
  choose: (state, query) =>
    isInItem(state)
      ? setField(state, query, () => ({ due: day }))
      : state.tr.insertText(`${dueDay(day)} `, query.from, query.to),
})

const isInItem = ({ selection }: EditorState) => selection.$from.parent.type.name === 'action_item'

function setField(
  { tr, selection: { $from } }: EditorState,
  { from, to }: Query,
  change: (item: Item) => Partial<Item>,
) {
  for (const [name, value] of Object.entries(change($from.parent.attrs as Item)))
    tr.setNodeAttribute($from.before(), name, value)
  return tr.delete(from, to)
}
