/** A follower of GET /api/v1/changes (decision 45): a copy of what one caller sees, kept as a client would keep it. */
import assert from 'node:assert/strict'
import type { Answer, World } from './world.ts'

type Kind = 'note' | 'recording' | 'action_item' | 'decision'
type Told = { kind: Kind; id: string; change: 'changed' | 'gone' }
export type Asker = { key: string; headers?: Record<string, string> }

const paths = { note: 'note', recording: 'recording', action_item: 'action_item', decision: 'decision' }

export class Mirror {
  readonly #world: World
  readonly #asker: Asker
  #cursor: string | undefined
  /** What the API showed of each thing when it was last told of, by kind and id. */
  readonly things = new Map<string, string>()
  /** Everything that was told to be gone. */
  readonly gone = new Set<string>()

  constructor(world: World, asker: Asker) {
    this.#world = world
    this.#asker = asker
  }

  /**
   * Reads pages until nothing follows.
   * @param size     rows of the next page
   * @param forgets  true if the next page is applied and its cursor lost, as by a crash
   * @returns the status of the last answer
   */
  async follow(size = () => 200, forgets = () => false): Promise<number> {
    for (;;) {
      const answer = await this.read(size())
      if (answer.status === 410) this.#beginAnew()
      else if (answer.status !== 200) return answer.status
      else {
        await this.#apply(answer.body.data)
        if (!forgets()) this.#cursor = answer.body.page_info.cursor
        if (this.#cursor === answer.body.page_info.cursor && !answer.body.page_info.has_more) return 200
      }
    }
  }

  read(size: number, more = ''): Promise<Answer> {
    const cursor = this.#cursor === undefined ? '' : `&cursor=${this.#cursor}`
    return this.#get(`/api/v1/changes?page_size=${size}${cursor}${more}`)
  }

  /** @throws {AssertionError} the copy is not what the lists and the things themselves show */
  async compare(who: string): Promise<void> {
    const listed = [
      ...(await this.#list('note', '/api/v1/notes')),
      ...(await this.#list('recording', '/api/v1/recordings')),
      ...(await this.#list('action_item', '/api/v1/action_items')),
      ...(await this.#list('decision', '/api/v1/decisions')),
    ]
    assert.deepEqual([...this.things.keys()].sort(), listed.sort(), `${who} should have copied what the lists show`)
    for (const [name, copied] of this.things) {
      const [kind, id] = name.split(' ') as [Kind, string]
      assert.equal(await this.#show(kind, id), copied, `${who} should have been told that ${name} changed`)
    }
  }

  async #apply(data: Told[]) {
    const names = data.map(({ kind, id }) => `${kind} ${id}`)
    assert.equal(new Set(names).size, names.length, 'a page names each thing once')
    for (const { kind, id, change } of data) {
      const name = `${kind} ${id}`
      if (change === 'gone') {
        this.things.delete(name)
        this.gone.add(name)
        continue
      }
      const shown = await this.#show(kind, id)
      assert.ok(shown !== null, `${name} should be there: it was told to have changed`)
      this.things.set(name, shown)
    }
  }

  #beginAnew() {
    this.#cursor = undefined
    this.things.clear()
  }

  async #show(kind: Kind, id: string): Promise<string | null> {
    const { status, body } = await this.#get(`/api/v1/${paths[kind]}/${id}`)
    if (status === 404) return null
    // A link is new each time.
    return JSON.stringify(body, (key, value) => (key === 'media_url' ? value !== null : value))
  }

  async #list(kind: Kind, path: string): Promise<string[]> {
    const names: string[] = []
    let cursor: string | null = null
    do {
      const { key, headers } = this.#asker
      const body = { pagination: { page_size: 50, cursor } }
      const answer = await this.#world.post(path, key, body, { headers })
      assert.equal(answer.status, 200, answer.text)
      names.push(...answer.body.data.map(({ id }: { id: string }) => `${kind} ${id}`))
      cursor = answer.body.page_info.cursor
    } while (cursor)
    return names
  }

  #get(path: string): Promise<Answer> {
    return this.#world.get(path, this.#asker.key, { headers: this.#asker.headers })
  }
}
