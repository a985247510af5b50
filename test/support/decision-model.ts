/** A simple model of who sees which decision, and what of others it shows them (decision 63); random decisions. */
import fc from 'fast-check'
import { randomWorkspace } from './random-world.ts'
import { isPublished, type ModelWorkspace, seesNote, seesRecording, type Viewer } from './sight-model.ts'

type ModelDecision = {
  id: string
  note: string
  recording: string | null
  text: string
  status: 'stands' | 'withdrawn'
  supersedes: string[]
  proposals: { older: string; kind: 'replaces' | 'contradicts' | 'repeats'; dismissed: boolean }[]
  history: ModelEntry[]
  created_at: string
  updated_at: string
}
type ModelEntry = { user: string | null; through: string; change: object; other: string | null }
export type DecisionWorkspace = ModelWorkspace & { decisions: ModelDecision[] }

export type DecisionRequest = {
  order_by?: 'made_at_desc' | 'made_at_asc'
  filters: {
    note_id?: string
    recording_id?: string
    series_id?: string
    channel_id?: string
    status?: 'stands' | 'superseded' | 'withdrawn'
    query?: string
    as_of?: string
  }
}

const recordingOf = (world: DecisionWorkspace, { recording }: ModelDecision) =>
  world.recordings.find(({ id }) => id === recording)
const noteOf = (world: DecisionWorkspace, { note }: ModelDecision) => world.notes.find(({ id }) => id === note)!

export function seesDecision(world: DecisionWorkspace, viewer: Viewer, decision: ModelDecision): boolean {
  const recording = recordingOf(world, decision)
  return recording ? seesRecording(world, viewer, recording) : seesNote(world, viewer, noteOf(world, decision))
}

const successorOf = (world: DecisionWorkspace, { id }: ModelDecision) =>
  world.decisions.find(({ supersedes, status }) => status === 'stands' && supersedes.includes(id))

const statusOf = (world: DecisionWorkspace, decision: ModelDecision) => {
  if (decision.status === 'withdrawn') return 'withdrawn'
  return successorOf(world, decision) ? 'superseded' : 'stands'
}

/** All meetings of these worlds begin at the same time; without one the creation counts. */
const madeAt = (world: DecisionWorkspace, decision: ModelDecision) =>
  noteOf(world, decision).event === null ? decision.created_at : '2026-01-05T09:00:00.000Z'

/** Between two that stand, where the viewer sees both. */
function proposalsOf(world: DecisionWorkspace, decision: ModelDecision, others: string[]) {
  const stands = (id: string) => statusOf(world, world.decisions.find((other) => other.id === id)!) === 'stands'
  if (!stands(decision.id)) return []
  return decision.proposals
    .filter(({ older, dismissed }) => !dismissed && stands(older) && others.includes(older))
    .map(({ older, kind }) => ({ id: older, kind, quote: null }))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** What depends on who reads. */
export function shownTo(world: DecisionWorkspace, viewer: Viewer, decision: ModelDecision) {
  const others = world.decisions.filter((other) => seesDecision(world, viewer, other)).map(({ id }) => id)
  const successor = successorOf(world, decision)?.id ?? null
  return {
    id: decision.id,
    made_at: madeAt(world, decision),
    status: statusOf(world, decision),
    superseded_by: successor !== null && others.includes(successor) ? successor : null,
    supersedes: decision.supersedes.filter((id) => others.includes(id)).sort(),
    proposals: proposalsOf(world, decision, others),
  }
}

const memberOf = (world: ModelWorkspace, { userId, superAdmin }: Viewer, channel: string) =>
  superAdmin || world.channels.find(({ id }) => id === channel)!.members.includes(userId)

/** @returns 400 for a channel that the viewer may not name */
export function expectedDecisions(
  world: DecisionWorkspace,
  viewer: Viewer,
  { filters, order_by }: DecisionRequest,
): string[] | 400 {
  const { note_id, recording_id, series_id, channel_id, status, query, as_of } = filters
  if (channel_id !== undefined && !memberOf(world, viewer, channel_id)) return 400
  const publishedIn = (decision: ModelDecision, channel: string) => {
    const { published_to } = recordingOf(world, decision) ?? noteOf(world, decision)
    return isPublished(world, noteOf(world, decision), published_to, channel)
  }
  const stoodAt = (decision: ModelDecision, day: string) => {
    const isMade = (other: ModelDecision) => madeAt(world, other).slice(0, 10) <= day
    const successor = successorOf(world, decision)
    return decision.status === 'stands' && isMade(decision) && !(successor && isMade(successor))
  }
  const found = world.decisions
    .filter((each) => seesDecision(world, viewer, each))
    .filter((each) => note_id === undefined || each.note === note_id)
    .filter((each) => recording_id === undefined || each.recording === recording_id)
    .filter((each) => series_id === undefined || noteOf(world, each).series === series_id)
    .filter((each) => channel_id === undefined || publishedIn(each, channel_id))
    .filter((each) => status === undefined || statusOf(world, each) === status)
    .filter((each) => query === undefined || each.text.includes(query))
    .filter((each) => as_of === undefined || stoodAt(each, as_of))
    .map((each) => ({ id: each.id, at: madeAt(world, each) }))
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
    .map(({ id }) => id)
  return order_by === 'made_at_asc' ? found : found.reverse()
}

/** A word of each, and of nothing else. */
export const decided = 'decided'

const ids = ['dec_0', 'dec_1', 'dec_2', 'dec_3', 'dec_4', 'dec_5', 'dec_6', 'dec_7']
const noteIds = ['n_0', 'n_1', 'n_2', 'n_3']
const recordingIds = ['r_0', 'r_1', 'r_2']
const day = fc.constantFrom('2026-01-04', '2026-01-05', '2026-01-06')

const decision = fc.record({
  source: fc.constantFrom(...noteIds, ...recordingIds, ...recordingIds),
  text: fc.constantFrom('rent it', 'sell it', 'wait'),
  status: fc.constantFrom('stands' as const, 'stands' as const, 'withdrawn' as const),
  created_at: day.map((day) => `${day}T09:00:00.000Z`),
  /** The earlier one that it replaces, if that has no successor yet. */
  replaces: fc.option(fc.nat(), { freq: 2 }),
  proposals: fc.uniqueArray(
    fc.record({
      older: fc.constantFrom(...ids),
      kind: fc.constantFrom('replaces' as const, 'contradicts' as const, 'repeats' as const),
      dismissed: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ older }) => older },
  ),
})

/** Found by AI notes, then replacing others, then replaced; all by the same person. */
function historyOf(decisions: ModelDecision[], { id, supersedes }: ModelDecision): ModelEntry[] {
  const successors = decisions.filter((other) => other.supersedes.includes(id))
  const by = { user: 'u_0', through: 'api' }
  return [
    { user: null, through: 'ai_notes', change: { made: true }, other: null },
    ...supersedes.map((other) => ({ ...by, change: { supersedes: true }, other })),
    ...successors.map((other) => ({ ...by, change: { status: 'superseded' }, other: other.id })),
  ].map((entry, number) => ({ id: `dc_${id}_${number}`, at: `2026-01-07T09:00:0${number}.000Z`, ...entry }))
}

/** The history as the viewer reads it, newest first: nothing of a decision that they do not see but what became of this one. */
export function historyShownTo(world: DecisionWorkspace, viewer: Viewer, decision: ModelDecision) {
  const sees = (id: string) => seesDecision(world, viewer, world.decisions.find((other) => other.id === id)!)
  return decision.history
    .map(({ user, through, change, other }) =>
      other === null || sees(other)
        ? { user, through, change, other }
        : { user: null, through: null, change, other: null },
    )
    .filter(({ through, change }) => through !== null || 'status' in change)
    .reverse()
}

/** The workspaces of the sight property tests, with decisions. */
export const randomDecisionWorkspace: fc.Arbitrary<DecisionWorkspace> = fc
  .tuple(randomWorkspace, fc.tuple(...ids.map(() => decision)))
  .map(([workspace, made]) => {
    const replaced = new Set<number>()
    const decisions = made.map(({ source, replaces, proposals, text, ...each }, index): ModelDecision => {
      const older = replaces === null || index === 0 ? null : replaces % index
      const isFree = older !== null && !replaced.has(older)
      if (isFree) replaced.add(older)
      const recording = workspace.recordings.find(({ id }) => id === source)
      return {
        id: ids[index]!,
        note: recording?.note ?? source,
        recording: recording?.id ?? null,
        supersedes: isFree ? [ids[older]!] : [],
        text: `${text} ${decided}`,
        proposals: proposals.filter(({ older }) => older !== ids[index]),
        updated_at: each.created_at,
        history: [],
        ...each,
      }
    })
    return { ...workspace, decisions: decisions.map((each) => ({ ...each, history: historyOf(decisions, each) })) }
  })

export const randomDecisionRequest: fc.Arbitrary<DecisionRequest> = fc.record(
  {
    order_by: fc.constantFrom('made_at_desc' as const, 'made_at_asc' as const),
    filters: fc.record(
      {
        note_id: fc.constantFrom(...noteIds),
        recording_id: fc.constantFrom(...recordingIds),
        series_id: fc.constantFrom('se_0', 'se_1'),
        channel_id: fc.constantFrom('ch_0', 'ch_1'),
        status: fc.constantFrom('stands' as const, 'superseded' as const, 'withdrawn' as const),
        query: fc.constantFrom('it', 'wait'),
        as_of: day,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['filters'] },
)

/** Each value of each filter alone. */
export const plainDecisionRequests: DecisionRequest[] = [
  { filters: {} },
  { filters: {}, order_by: 'made_at_asc' },
  ...noteIds.map((note_id) => ({ filters: { note_id } })),
  ...recordingIds.map((recording_id) => ({ filters: { recording_id } })),
  ...['se_0', 'se_1'].map((series_id) => ({ filters: { series_id } })),
  ...['ch_0', 'ch_1'].map((channel_id) => ({ filters: { channel_id } })),
  ...(['stands', 'superseded', 'withdrawn'] as const).map((status) => ({ filters: { status } })),
  { filters: { query: 'it' } },
  { filters: { as_of: '2026-01-05' } },
]
