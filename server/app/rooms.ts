/** The list of rooms: what each offers to the API, to workers, to key changes, erasures and exports stands in its door. */
import { personalDataRoom } from '../keeping/personal-data/room.ts'
import { correctionsRoom } from '../making/corrections/room.ts'
import { enginesRoom } from '../making/engines/room.ts'
import { glossaryRoom } from '../making/glossary/room.ts'
import { inboxRoom } from '../making/inbox/room.ts'
import { marksRoom } from '../making/marks/room.ts'
import { noteTemplatesRoom } from '../making/note-templates/room.ts'
import { botsRoom } from '../making/recorders/bots/room.ts'
import { recordersRoom } from '../making/recorders/room.ts'
import { remindersRoom } from '../making/reminders/room.ts'
import { rulesRoom } from '../making/rules/room.ts'
import { translationsRoom } from '../making/translations/room.ts'
import { uploadsRoom } from '../making/uploads/room.ts'
import { tusRoom } from '../making/uploads/tus/room.ts'
import { voicesRoom } from '../making/voices/room.ts'
import { actionItemsRoom } from '../meetings/action-items/room.ts'
import { calendarAccountsRoom } from '../meetings/calendar/accounts/room.ts'
import { calendarRoom } from '../meetings/calendar/room.ts'
import { decisionsRoom } from '../meetings/decisions/room.ts'
import { nextMeetingRoom } from '../meetings/next-meeting/room.ts'
import { notesRoom } from '../meetings/notes/room.ts'
import { libraryRoom } from '../meetings/recordings/library/room.ts'
import { mediaRoom } from '../meetings/recordings/media/room.ts'
import { recapEventsRoom } from '../meetings/recordings/recap-events/room.ts'
import { recapMailRoom } from '../meetings/recordings/recap-mail/room.ts'
import { transcriptRoom } from '../meetings/recordings/transcript/room.ts'
import { textIndexRoom } from '../meetings/text-index/room.ts'
import { todoListsRoom } from '../meetings/todo-lists/room.ts'
import { importPeopleRoom } from '../people/accounts/import-people/room.ts'
import { accountsRoom, channelsRoom } from '../people/accounts/room.ts'
import { callerRoom } from '../people/caller/room.ts'
import { keysRoom } from '../people/keys/room.ts'
import { passkeysRoom } from '../people/passkeys/room.ts'
import type { Section } from '../people/privacy/person-export.ts'
import { privacyRoom } from '../people/privacy/room.ts'
import type { TextPlace } from '../people/privacy/text-places.ts'
import { pushRoom } from '../people/push/room.ts'
import { scimRoom } from '../people/scim/room.ts'
import { sessionsRoom } from '../people/sessions/room.ts'
import { outsideLinksRoom } from '../people/sight/outside-links/room.ts'
import { sharingRoom } from '../people/sight/sharing/room.ts'
import { signInRoom } from '../people/sign-in/room.ts'
import type { Api } from '../platform/http/api.ts'
import type { JobDefinition } from '../platform/jobs/jobs.ts'
import type { SealedKind } from '../platform/postgres/key-check.ts'
import { askRoom } from '../reading/ask/room.ts'
import { oauthRoom } from '../reading/assistants/oauth/room.ts'
import { assistantsRoom } from '../reading/assistants/room.ts'
import { changesRoom } from '../reading/changes/room.ts'
import { guestsRoom } from '../reading/guests/room.ts'
import { proposalsRoom } from '../reading/proposals/room.ts'
import { meaningRoom } from '../reading/search/meaning/room.ts'
import { searchRoom } from '../reading/search/room.ts'
import { deliveryRoom } from '../webhooks/delivery/room.ts'
import { endpointsRoom } from '../webhooks/endpoints/room.ts'
import type { EventCatalog, EventDescription } from '../webhooks/events/event-types.ts'
import { streamRoom } from '../webhooks/stream/room.ts'
import type { ApiParts, WorkerParts } from './parts.ts'

/** A door. Each part only where the room has some. */
type Room = {
  /** Routes of callers: with a key or a session. */
  routes?: (api: Api, parts: ApiParts) => void
  /** Routes for everyone, in a scope of their own. */
  open?: (api: Api, parts: ApiParts) => void
  jobs?: (parts: WorkerParts) => JobDefinition[]
  /** Types of events that webhooks may receive. */
  events?: { [type: string]: EventDescription }
  /** What is sealed with SECRET_KEY. */
  sealed?: readonly SealedKind[]
  /** Texts that an erasure must reach, except those that search finds. */
  texts?: readonly TextPlace[]
  /** Lists of a person's export. */
  sections?: readonly Section[]
}

/** In the order in which openapi.json documents their routes; then those without any. */
export const rooms: readonly Room[] = [
  callerRoom,
  accountsRoom,
  importPeopleRoom,
  personalDataRoom,
  keysRoom,
  sessionsRoom,
  passkeysRoom,
  signInRoom,
  channelsRoom,
  notesRoom,
  nextMeetingRoom,
  libraryRoom,
  correctionsRoom,
  translationsRoom,
  marksRoom,
  transcriptRoom,
  voicesRoom,
  noteTemplatesRoom,
  glossaryRoom,
  rulesRoom,
  pushRoom,
  remindersRoom,
  recapMailRoom,
  uploadsRoom,
  tusRoom,
  actionItemsRoom,
  todoListsRoom,
  decisionsRoom,
  sharingRoom,
  outsideLinksRoom,
  endpointsRoom,
  deliveryRoom,
  streamRoom,
  searchRoom,
  askRoom,
  changesRoom,
  assistantsRoom,
  oauthRoom,
  enginesRoom,
  recordersRoom,
  botsRoom,
  calendarRoom,
  calendarAccountsRoom,
  scimRoom,
  guestsRoom,
  mediaRoom,
  privacyRoom,
  recapEventsRoom,
  textIndexRoom,
  meaningRoom,
  proposalsRoom,
  inboxRoom,
]

/** Every event type, in the order of openapi.json: written out, so that one that no room describes does not compile. */
export const eventCatalog: EventCatalog = {
  ...actionItemsRoom.events,
  ...recapEventsRoom.events,
  ...notesRoom.events,
  ...decisionsRoom.events,
  ...uploadsRoom.events,
  ...deliveryRoom.events,
}

const afterWebhooks = rooms.filter((room) => room !== endpointsRoom)
/** `minutebook secret rotate` begins with those of webhooks. */
export const sealedKinds: SealedKind[] = [endpointsRoom, ...afterWebhooks].flatMap(({ sealed = [] }: Room) => sealed)
export const textPlaces: TextPlace[] = rooms.flatMap(({ texts = [] }) => texts)
export const sections: Section[] = rooms.flatMap((room) => room.sections ?? [])
