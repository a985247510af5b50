/** A simple model of who sees and edits action items (decisions 23, 24), and random items. */
import fc from 'fast-check'
import { type Bounds, compare, dateNames, withinBounds } from './list-model.ts'
import { boundNear, timesAmong } from './list-world.ts'
import { randomWorkspace } from './random-world.ts'
import { editsNote, type ModelWorkspace, seesNote, type Viewer } from './sight-model.ts'

export type ModelItem = {
  id: string
  note: string | null
  text: string
  created_by: string | null
  assignees: string[]
  status: 'Incomplete' | 'Done' | 'Archived'
  completion_type: 'any' | 'all'
  completed_by: string[]
  ai_generated: boolean
  due_date: string | null
  links: { system: string; key: string; url: string }[]
  created_at: string
  updated_at: string
}
export type ItemWorkspace = ModelWorkspace & { action_items: ModelItem[] }

const scopes = ['assigned_to_me', 'assigned_to_others', 'all'] as const
const orders = ['created_at_desc', 'created_at_asc', 'updated_at_desc', 'updated_at_asc', 'due_date'] as const
export type ItemRequest = {
  order_by?: (typeof orders)[number]
  filters: Bounds & {
    scope?: (typeof scopes)[number]
    note_id?: string
    series_id?: string
    completed?: boolean
    completed_for_me?: boolean
    archived?: boolean
    ai_detected?: boolean
    ai_suggestion_accepted_by_user?: boolean
    link_url?: string
  }
}

export function seesItem(world: ItemWorkspace, viewer: Viewer, item: ModelItem): boolean {
  if (viewer.superAdmin || item.assignees.includes(viewer.userId)) return true
  if (item.note === null) return item.created_by === viewer.userId
  return seesNote(world, viewer, noteOf(world, item)!)
}

/** A super admin has no additional rights to write. */
function editsItem(world: ItemWorkspace, { userId }: Viewer, item: ModelItem): boolean {
  const note = noteOf(world, item)
  return note === undefined ? item.created_by === userId : editsNote(world, userId, note)
}

/** Also one that is assigned to the viewer counts only in a note that they see. */
function isOfSeries(world: ItemWorkspace, viewer: Viewer, item: ModelItem, seriesId: string): boolean {
  const note = noteOf(world, item)
  return note?.series === seriesId && seesNote(world, viewer, note)
}

const isDoneFor = ({ userId }: Viewer, { status, completion_type, completed_by }: ModelItem) =>
  status === 'Done' || (completion_type === 'all' && completed_by.includes(userId))

const noteOf = (world: ItemWorkspace, item: ModelItem) => world.notes.find(({ id }) => id === item.note)

export function expectedItems(world: ItemWorkspace, viewer: Viewer, { filters, order_by }: ItemRequest): string[] {
  const {
    scope = 'all',
    note_id,
    series_id,
    completed,
    completed_for_me,
    archived,
    ai_detected,
    ai_suggestion_accepted_by_user: accepted,
    link_url,
  } = filters
  const inScope = {
    all: () => true,
    assigned_to_me: (item: ModelItem) => item.assignees.includes(viewer.userId),
    assigned_to_others: (item: ModelItem) =>
      editsItem(world, viewer, item) && item.assignees.length > 0 && !item.assignees.includes(viewer.userId),
  }
  return world.action_items
    .filter((item) => seesItem(world, viewer, item))
    .filter(inScope[scope])
    .filter((item) => note_id === undefined || item.note === note_id)
    .filter((item) => series_id === undefined || isOfSeries(world, viewer, item, series_id))
    .filter((item) => completed === undefined || (item.status === 'Done') === completed)
    .filter((item) => completed_for_me === undefined || isDoneFor(viewer, item) === completed_for_me)
    .filter((item) => archived === undefined || (item.status === 'Archived') === archived)
    .filter((item) => ai_detected === undefined || item.ai_generated === ai_detected)
    .filter((item) => accepted === undefined || (accepted && item.ai_generated))
    .filter((item) => link_url === undefined || item.links.some(({ url }) => url === link_url))
    .filter((item) => withinBounds(item, filters))
    .sort(comparators[order_by ?? 'created_at_desc'])
    .map(({ id }) => id)
}

const by = (time: 'created_at' | 'updated_at') => (a: ModelItem, b: ModelItem) =>
  compare(a[time], b[time]) || compare(a.id, b.id)

const comparators: Record<(typeof orders)[number], (a: ModelItem, b: ModelItem) => number> = {
  created_at_asc: by('created_at'),
  created_at_desc: (a, b) => by('created_at')(b, a),
  updated_at_asc: by('updated_at'),
  updated_at_desc: (a, b) => by('updated_at')(b, a),
  due_date: (a, b) => {
    if (a.due_date === b.due_date) return compare(a.id, b.id)
    if (a.due_date === null || b.due_date === null) return a.due_date === null ? 1 : -1
    return compare(a.due_date, b.due_date)
  },
}

const itemIds = ['ai_0', 'ai_1', 'ai_2', 'ai_3', 'ai-4', 'AI_5', 'ai_6', 'ai_7', 'ai_8', 'ai_9']
const userIds = ['u_0', 'u_1', 'u_2', 'u_3']
const noteIds = ['n_0', 'n_1', 'n_2', 'n_3']
const seriesIds = ['se_0', 'se_1']
const linkUrls = ['https://tracker.test/1', 'https://tracker.test/2']
const moments = ['2026-01-05T23:59:59.999Z', '2026-01-06T00:00:00.000Z', '2026-01-06T00:00:00.001Z']
const days = ['2025-12-31', '2026-01-01', '2026-02-28', '9999-12-31']

const item = fc
  .record({
    note: fc.option(fc.constantFrom(...noteIds), { freq: 3 }),
    created_by: fc.option(fc.constantFrom(...userIds), { freq: 5 }),
    assignees: fc.shuffledSubarray(userIds, { maxLength: 3 }),
    status: fc.constantFrom('Incomplete' as const, 'Done' as const, 'Archived' as const),
    completion_type: fc.constantFrom('any' as const, 'all' as const),
    completed_by: fc.subarray(userIds),
    ai_generated: fc.boolean(),
    due_date: fc.option(fc.constantFrom(...days), { freq: 2 }),
    links: fc.subarray(linkUrls).map((urls) => urls.map((url) => ({ system: 'Tracker', key: '1', url }))),
    times: timesAmong(moments),
  })
  .map(({ times, ...each }) => ({ ...each, ...times }))

/** The workspaces of the sight property tests, with action items. */
export const randomItemWorkspace: fc.Arbitrary<ItemWorkspace> = fc
  .tuple(randomWorkspace, fc.tuple(...itemIds.map(() => item)))
  .map(([workspace, items]) => ({
    ...workspace,
    action_items: items.map((each, index) => ({ id: itemIds[index]!, text: itemIds[index]!, ...each })),
  }))

const bounds = Object.fromEntries(dateNames.map((name) => [name, fc.constantFrom(...moments).chain(boundNear)]))

/** Half of the requests have one date bound, the others none, because two bounds match little. */
export const randomItemRequest: fc.Arbitrary<ItemRequest> = fc.record(
  {
    order_by: fc.constantFrom(...orders),
    filters: fc
      .tuple(
        fc.record(
          {
            scope: fc.constantFrom(...scopes),
            note_id: fc.constantFrom(...noteIds),
            series_id: fc.constantFrom(...seriesIds),
            completed: fc.boolean(),
            completed_for_me: fc.boolean(),
            archived: fc.boolean(),
            ai_detected: fc.boolean(),
            ai_suggestion_accepted_by_user: fc.boolean(),
            link_url: fc.constantFrom(...linkUrls),
          },
          { requiredKeys: [] },
        ),
        fc.option(fc.record(bounds, { requiredKeys: [] }), { nil: {} }),
      )
      .map(([some, dates]) => ({ ...some, ...dates })),
  },
  { requiredKeys: ['filters'] },
)

export const scopeRequests: ItemRequest[] = scopes.map((scope) => ({ filters: { scope } }))

/** Each value of each other filter alone, and each order. */
export const plainRequests: ItemRequest[] = [
  { filters: {} },
  ...orders.map((order_by) => ({ order_by, filters: {} })),
  ...[true, false].flatMap((flag) => [
    { filters: { completed: flag } },
    { filters: { completed_for_me: flag } },
    { filters: { archived: flag } },
    { filters: { ai_detected: flag } },
    { filters: { ai_suggestion_accepted_by_user: flag } },
  ]),
  ...noteIds.map((note_id) => ({ filters: { note_id } })),
  ...linkUrls.flatMap((link_url) => scopes.map((scope) => ({ filters: { link_url, scope } }))),
  ...seriesIds.flatMap((series_id) => scopes.map((scope) => ({ filters: { series_id, scope } }))),
]
