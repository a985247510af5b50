/** Who opened what to whom beyond the invitation, and what came by upload. */
import { type Person, userId } from './people.ts'

type Share = [to: Person, by: Person, canEdit?: 'can edit']

const seriesShares: Record<string, Share[]> = {
  // Zoë was at none of its meetings and follows all of them.
  se_remote: [['zoe', 'ada']],
  se_games: [['priya', 'chidi', 'can edit']],
}

const noteShares: Record<string, Share[]> = {
  n_remote_3: [['amir', 'bo', 'can edit']],
  // Tomáš has left since; what he shared stays shared.
  n_games_3: [['bo', 'tomas']],
  n_docking: [['mei', 'bo', 'can edit']],
}

const recordingShares: Record<string, Share[]> = {
  // The recap without its note.
  r_fashion_2: [['bo', 'priya']],
  r_belief_2_part_2: [['ada', 'helena']],
}

const notePublications: Record<string, [channel: string, by: Person][]> = {
  n_remote_1: [['ch_product', 'ada']],
  n_remote_2: [['ch_leads', 'ada']],
  n_games_4: [['ch_product', 'chidi']],
  n_all_hands: [
    ['ch_product', 'ada'],
    ['ch_leads', 'helena'],
  ],
  n_belief_4: [['ch_research', 'helena']],
  n_sitting_5: [['ch_affairs', 'chidi']],
}

const recordingPublications: Record<string, [channel: string, by: Person][]> = {
  r_remote_1: [['ch_product', 'ada']],
  r_remote_4: [['ch_product', 'priya']],
  r_games_4: [['ch_product', 'chidi']],
  r_belief_5: [['ch_research', 'jonas']],
  r_annotations: [['ch_research', 'kofi']],
  r_sitting_3: [['ch_affairs', 'chidi']],
  r_sitting_5: [['ch_affairs', 'chidi']],
  r_sitting_22: [['ch_affairs', 'zoe']],
}

export function seriesDoors(id: string) {
  return { shared_with: shares(seriesShares[id]) }
}

export function noteDoors(id: string) {
  return { shared_with: shares(noteShares[id]), published_to: publications(notePublications[id]) }
}

/** A share of a recap gives nothing to edit. */
export function recordingDoors(id: string) {
  const shared_with = shares(recordingShares[id]).map(({ user, by }) => ({ user, by }))
  return { shared_with, published_to: publications(recordingPublications[id]) }
}

function shares(list: Share[] = []) {
  return list.map(([to, by, canEdit]) => ({ user: userId(to), by: userId(by), can_edit: canEdit !== undefined }))
}

function publications(list: [channel: string, by: Person][] = []) {
  return list.map(([channel, by]) => ({ channel, by: userId(by) }))
}

/** Two are recordings by now, two failed, two are still waiting. */
export const uploads = [
  {
    recording_id: 'r_sitting_3',
    submitted_by: 'u_chidi',
    title: 'Special committee, meeting 3',
    status: 'SUCCESS',
    failure_reason: null,
    event: null,
    channel: 'ch_affairs',
    created_at: '2026-08-27T19:30:00.000Z',
    updated_at: '2026-08-27T19:39:00.000Z',
  },
  {
    recording_id: 'r_annotations',
    submitted_by: 'u_jonas',
    title: 'How do we store annotations?',
    status: 'SUCCESS',
    failure_reason: null,
    event: 'annotations@acme.test_20261002T130000Z',
    channel: null,
    created_at: '2026-10-02T14:09:09.800Z',
    updated_at: '2026-10-02T14:17:04.800Z',
  },
  {
    recording_id: 'r_lyon_interview',
    submitted_by: 'u_priya',
    title: 'Interview with the museum in Lyon',
    status: 'FAILED',
    failure_reason: 'The media could not be read',
    event: null,
    channel: 'ch_product',
    created_at: '2026-11-16T16:42:11.000Z',
    updated_at: '2026-11-16T16:50:38.000Z',
  },
  {
    recording_id: 'r_supplier_call',
    submitted_by: 'u_bo',
    title: 'Call with Plastworks',
    status: 'FAILED',
    failure_reason: 'No transcription service is configured',
    event: null,
    channel: null,
    created_at: '2026-11-17T13:05:47.000Z',
    updated_at: '2026-11-17T13:06:02.000Z',
  },
]
