/** What the composition root makes for some rooms, beside the Context of all. A door names the parts that it uses. */
import type { Embedder } from '../making/engines/embedder.ts'
import type { FindLanguageModel } from '../making/engines/local/language/find-language-model.ts'
import type { ModelInstaller } from '../making/engines/local/models/model-installer.ts'
import type { FindSpeech } from '../making/engines/local/speech/find-speech.ts'
import type { ModelBudget } from '../making/engines/model-budget.ts'
import type { NoteWriter, Transcriber, Usage } from '../making/engines/shared/engines.ts'
import type { FindModel } from '../making/engines/write-by-model/language-model.ts'
import type { GoogleAddresses } from '../making/recorders/google.ts'
import type { GraphAddresses } from '../making/recorders/graph.ts'
import type { Accounts } from '../meetings/calendar/accounts/accounts.ts'
import type { CaldavCalendar } from '../meetings/calendar/vendors/caldav.ts'
import type { Plans } from '../meetings/notes/planned.ts'
import type { DeliverTo } from '../people/accounts/channel-routes.ts'
import type { ReadUsage, SettingsOptions } from '../people/accounts/settings.ts'
import type { Section } from '../people/privacy/person-export.ts'
import type { TextPlace } from '../people/privacy/text-places.ts'
import type { ApiRate } from '../people/requests/rate.ts'
import type { OnPublished, OnUnpublished } from '../people/sight/sharing/publish.ts'
import type { OnShared } from '../people/sight/sharing/share.ts'
import type { IdentityProvider } from '../people/sign-in/identity-provider.ts'
import type { Context } from '../platform/context/context.ts'
import type { DiskReserve } from '../platform/disk-reserve.ts'
import type { ProcessConnection } from '../platform/postgres/process-connection.ts'
import type { Searching } from '../reading/search/search.ts'
import type { EventCatalog } from '../webhooks/events/event-types.ts'

export type Engines = {
  transcriber: Transcriber | null
  noteWriter: NoteWriter
  findModel: FindModel
  embedder: Embedder | null
  budget: ModelBudget
  /** Adds to the metrics what the language model used for a question. */
  countUsage(usage: Usage): void
}

/** What each process makes. */
export type Parts = Context & {
  engines(): Engines
  /** Whether there is a transcriber now, with this model. */
  transcribes(model?: string): Promise<boolean>
  /** Whether a language model writes notes. */
  usesModel(): Promise<boolean>
  findSpeech: FindSpeech
  findLanguageModel: FindLanguageModel
  /** Of this machine. */
  models(): ModelInstaller
  disk: DiskReserve
  processConnection: ProcessConnection
  /** The vendors that report recordings. */
  google(): GoogleAddresses
  graph(): GraphAddresses
  /** The vendors of calendars that the operator set up. */
  accounts: Accounts
  caldav: CaldavCalendar
}

/** What upper rooms do when something happens in lower ones, which do not know them. */
export type Hooks = Pick<SettingsOptions, 'forgetTranscripts' | 'forgetVoices'> & {
  readUsage: ReadUsage
  onShared: OnShared
  onPublished: OnPublished
  onUnpublished: OnUnpublished
  deliverTo: DeliverTo
  plans: Plans
  /** Removes media files whose rows were deleted. */
  removeMedia(): Promise<void>
}

export type ApiParts = Parts &
  Hooks &
  Pick<Searching, 'meanings' | 'turns'> & {
    /** What all rooms list: the types of events, and the lists of a person's export. */
    catalog: EventCatalog
    sections: readonly Section[]
    rate: ApiRate
    /** null without OIDC_ISSUER. */
    provider: IdentityProvider | null
  }

export type WorkerParts = Parts & {
  /** What all rooms list: the texts that an erasure must reach. */
  texts: readonly TextPlace[]
  /** Aborted when the process is about to exit. */
  stopping: AbortSignal
}
