/** Saves text automatically while a person types, and merges what others saved. Independent of the page. */
import { newHead, printLine, readAgenda } from './markup.ts'
import { merge } from './merge.ts'

export type Text = { title: string; markup: string }
/** The service's version. */
export type Version = Text & { etag: string }

export type SaverState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  /** The service is unreachable or busy; the save is retried. */
  | { kind: 'waiting' }
  /** With the service's error message. */
  | { kind: 'refused'; message: string }
  /** Somebody else changed the same lines meanwhile: the person must choose. */
  | { kind: 'conflict'; theirs: Version; mine: Text }

export type SaverNeeds = {
  read: () => Text
  write: (change: Partial<Text>, etag: string) => Promise<Version>
  readTheirs: () => Promise<Version>
  /** Classifies an error: the service has another version, it is temporary, or a message for the person. */
  judge: (error: unknown) => 'stale' | 'passing' | { message: string }
  /** Called before a text is sent, and `end` with the text as the service stored it. */
  begin: () => void
  end: (version: Version) => void
  /** Shows this text instead of the present one. */
  adopt: (text: Text, why: { isUndoable: boolean }) => void
  onState: (state: SaverState) => void
  /** @returns a function that cancels it */
  after: (milliseconds: number, run: () => void) => () => void
}

/** Others see a change within a second. A long agenda is sent less often: each time it travels whole. */
const restMs = ({ markup }: Text) => 400 + markup.length / 50
const firstRetryMs = 2_000
const longestRetryMs = 30_000

export class Saver {
  state: SaverState = { kind: 'saved' }
  #saved: Version
  readonly #needs: SaverNeeds
  #cancel = () => {}
  #isPlanned = false
  /** Another version was fetched while a save was under way. */
  #hasMissed = false
  #running: Promise<void> | null = null
  #failures = 0
  #isClosed = false
  #isAbandoned = false

  constructor(saved: Version, needs: SaverNeeds) {
    this.#saved = saved
    this.#needs = needs
  }

  /** The last known version of the service. */
  get saved(): Version {
    return this.#saved
  }

  get isClean(): boolean {
    if (this.#isAbandoned) return true
    return this.#changeOf(this.#needs.read()) === null && this.state.kind !== 'conflict'
  }

  /** The text has changed. */
  touch(): void {
    const { kind } = this.state
    if (kind === 'conflict' || kind === 'saving' || (kind === 'unsaved' && this.#isPlanned)) return
    if (kind !== 'waiting') this.#show({ kind: 'unsaved' })
    this.#plan(restMs(this.#saved))
  }

  /** Saves now. @returns whether everything is saved then */
  async flush(): Promise<boolean> {
    this.#cancel()
    while (this.#running) await this.#running
    if (this.state.kind !== 'conflict') await this.#save()
    return this.isClean
  }

  /** The page has fetched another version: merges it with unsaved text. What cannot be merged is decided by a save. */
  meet(version: Version): void {
    if (version.etag === this.#saved.etag || this.state.kind === 'conflict' || this.#isAbandoned) return
    if (this.#running) this.#hasMissed = true
    else this.#merge(version)
  }

  keepMine(): Promise<boolean> {
    if (this.state.kind === 'conflict') this.#saved = this.state.theirs
    this.#show({ kind: 'unsaved' })
    return this.flush()
  }

  takeTheirs(): void {
    if (this.state.kind !== 'conflict') return
    this.#saved = this.state.theirs
    this.#needs.adopt(this.state.theirs, { isUndoable: true })
    this.#show({ kind: 'saved' })
  }

  /** Discards unsaved text. */
  abandon(): void {
    this.#isAbandoned = true
    this.#cancel()
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
  }

  #plan(milliseconds: number): void {
    this.#cancel()
    this.#isPlanned = true
    this.#cancel = this.#needs.after(milliseconds, () => void this.#save())
  }

  #changeOf({ title, markup }: Text): Partial<Text> | null {
    const change = {
      ...(title !== this.#saved.title && title.trim() !== '' && { title }),
      ...(markup !== this.#saved.markup && { markup }),
    }
    return Object.keys(change).length === 0 ? null : change
  }

  /** One save at a time; text typed meanwhile is saved afterwards. */
  #save(): Promise<void> {
    this.#isPlanned = false
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = null
      if (this.#hasMissed) void this.#readMissed()
    })
    return this.#running
  }

  async #saveOnce(): Promise<void> {
    const change = this.#changeOf(this.#needs.read())
    if (!change) return this.#show({ kind: 'saved' })
    this.#show({ kind: 'saving' })
    this.#needs.begin()
    try {
      const version = await this.#needs.write(change, this.#saved.etag)
      this.#failures = 0
      this.#needs.end(version)
      this.#saved = version
      this.#settle()
    } catch (error) {
      await this.#fail(error)
    }
  }

  #settle(): void {
    const isClean = this.#changeOf(this.#needs.read()) === null
    this.#show({ kind: isClean ? 'saved' : 'unsaved' })
    if (!isClean) this.#plan(restMs(this.#saved))
  }

  async #fail(error: unknown): Promise<void> {
    const failure = this.#needs.judge(error)
    if (failure === 'stale') return this.#compare().catch((another) => this.#fail(another))
    if (failure !== 'passing') return this.#show({ kind: 'refused', message: failure.message })
    this.#show({ kind: 'waiting' })
    this.#plan(Math.min(firstRetryMs * 2 ** this.#failures++, longestRetryMs))
  }

  /** Somebody else has saved: what both changed in one place, the person must decide. */
  async #compare(): Promise<void> {
    const theirs = await this.#needs.readTheirs()
    if (!this.#merge(theirs)) return this.#show({ kind: 'conflict', theirs, mine: this.#needs.read() })
    this.#settle()
  }

  /** @returns whether the changes can be merged; then the page shows both */
  #merge(theirs: Version): boolean {
    const mine = this.#needs.read()
    const both = mergeTexts(this.#saved, mine, theirs)
    if (!both) return false
    this.#saved = theirs
    if (both.title !== mine.title || both.markup !== mine.markup) this.#needs.adopt(both, { isUndoable: false })
    return true
  }

  /** A failure is no loss: the next save meets the other version. */
  async #readMissed(): Promise<void> {
    this.#hasMissed = false
    const version = await this.#needs.readTheirs().catch(() => null)
    if (version) this.meet(version)
  }

  #show(state: SaverState): void {
    this.state = state
    if (!this.#isClosed) this.#needs.onState(state)
  }
}

function mergeTexts(base: Text, mine: Text, theirs: Text): Text | null {
  if (mine.title === theirs.title && mine.markup === theirs.markup) return theirs
  const title = mine.title === base.title ? theirs.title : mine.title
  const rows = merge(rowsOf(base), rowsOf(mine), rowsOf(theirs))
  if (rows === null || (theirs.title !== base.title && theirs.title !== title)) return null
  return { title, markup: rows.length === 0 ? '' : newHead + rows.join('\n') }
}

const rowsOf = ({ markup }: Text) => readAgenda(markup).lines.map(printLine)
