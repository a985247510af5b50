/** Saves by itself what is written, a moment after the typing stops, and says how it stands. Knows no page: what it needs is given. */
import { newHead, printLine, readAgenda } from './markup.ts'
import { merge } from './merge.ts'

export type Text = { title: string; markup: string }
/** As the service has it. */
export type Version = Text & { etag: string }

export type SaverState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  /** The service cannot be reached, or has no time: it is tried again. */
  | { kind: 'waiting' }
  /** In the service's own sentence. */
  | { kind: 'refused'; message: string }
  /** Somebody else changed the same lines meanwhile: a person chooses. */
  | { kind: 'conflict'; theirs: Version; mine: Text }

export type SaverNeeds = {
  read: () => Text
  write: (change: Partial<Text>, etag: string) => Promise<Version>
  readTheirs: () => Promise<Version>
  /** What went wrong: the service has another version, or it passes, or a sentence for the person. */
  judge: (error: unknown) => 'stale' | 'passing' | { message: string }
  /** A text is on its way: `begin` before, `end` with what the service made of it. */
  begin: () => void
  end: (version: Version) => void
  /** Show this text in the place of one's own. */
  adopt: (text: Text, why: { isUndoable: boolean }) => void
  /** What somebody else wrote elsewhere in it was taken in. */
  onMerged: () => void
  onState: (state: SaverState) => void
  /** @returns cancels it */
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

  /** What the service is known to have. */
  get saved(): Version {
    return this.#saved
  }

  get isClean(): boolean {
    if (this.#isAbandoned) return true
    return this.#changeOf(this.#needs.read()) === null && this.state.kind !== 'conflict'
  }

  /** Something was written. */
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

  /** The service has another version, which was read anew: it is shown, unless there is text that is not saved. */
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

  /** What is not saved may go. */
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

  /** One at a time; what is written meanwhile is saved afterwards. */
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

  /** Somebody else wrote: where both wrote in different places both stays, otherwise a person chooses. */
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
