/** Saves text automatically, a moment after typing stops, and reports its state. Independent of the page. */
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
  /** Somebody else's changes in other places were merged. */
  onMerged: () => void
  onState: (state: SaverState) => void
  /** @returns a function that cancels it */
  after: (milliseconds: number, run: () => void) => () => void
}

const restMs = 700
const firstRetryMs = 2_000
const longestRetryMs = 30_000

export class Saver {
  state: SaverState = { kind: 'saved' }
  #saved: Version
  readonly #needs: SaverNeeds
  #cancel = () => {}
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
    if (this.state.kind === 'conflict') return
    if (this.state.kind !== 'saving' && this.state.kind !== 'waiting') this.#show({ kind: 'unsaved' })
    this.#plan(restMs)
  }

  /** Saves now. @returns whether everything is saved then */
  async flush(): Promise<boolean> {
    this.#cancel()
    while (this.#running) await this.#running
    if (this.state.kind !== 'conflict') await this.#save()
    return this.isClean
  }

  /** The page has fetched another version: shows it, unless there is unsaved text. */
  meet(version: Version): void {
    if (version.etag === this.#saved.etag || this.#running || !this.isClean) return
    this.#saved = version
    this.#needs.adopt(version, { isUndoable: false })
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
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = null
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
    if (!isClean) this.#plan(restMs)
  }

  async #fail(error: unknown): Promise<void> {
    const failure = this.#needs.judge(error)
    if (failure === 'stale') return this.#compare().catch((another) => this.#fail(another))
    if (failure !== 'passing') return this.#show({ kind: 'refused', message: failure.message })
    this.#show({ kind: 'waiting' })
    this.#plan(Math.min(firstRetryMs * 2 ** this.#failures++, longestRetryMs))
  }

  /** Somebody else has saved: merges changes in different places; otherwise the person must choose. */
  async #compare(): Promise<void> {
    const theirs = await this.#needs.readTheirs()
    const mine = this.#needs.read()
    const both = mergeTexts(this.#saved, mine, theirs)
    if (!both) return this.#show({ kind: 'conflict', theirs, mine })
    this.#saved = theirs
    this.#needs.adopt(both, { isUndoable: true })
    this.#needs.onMerged()
    this.#settle()
  }

  #show(state: SaverState): void {
    this.state = state
    if (!this.#isClosed) this.#needs.onState(state)
  }
}

function mergeTexts(base: Text, mine: Text, theirs: Text): Text | null {
  if (mine.title === theirs.title && mine.markup === theirs.markup) return theirs
  const [title] = merge([base.title], [mine.title], [theirs.title]) ?? []
  const rows = merge(rowsOf(base), rowsOf(mine), rowsOf(theirs))
  if (title === undefined || rows === null) return null
  return { title, markup: rows.length === 0 ? '' : newHead + rows.join('\n') }
}

const rowsOf = ({ markup }: Text) => readAgenda(markup).lines.map(printLine)
