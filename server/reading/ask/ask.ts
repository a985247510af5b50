/**
 * Answers a question (decision 56): find passages, read what is around them, ask the model, check each of its sentences.
 * No transaction is open while the model writes.
 */
import type { FastifyBaseLogger } from 'fastify'
import { countUse, type ModelUse, shorterIfTooLong } from '../../making/engines/model-use.ts'
import { budgetSpent } from '../../making/engines/shared/engines.ts'
import type { LanguageModel } from '../../making/engines/write-by-model/language-model.ts'
import { openMeter } from '../../making/engines/write-by-model/meter.ts'
import { type PassageKind, passageKinds } from '../../meetings/text-index/passages.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Context } from '../../platform/context/context.ts'
import { EngineError, invalid, serviceBusy } from '../../platform/errors.ts'
import { parseQuery, withoutOperators } from '../search/parse-query.ts'
import { findAndRead, type Searching, type SearchRequest } from '../search/search.ts'
import { AnswerForm, checkSentence, searchOf } from './check-sentence.ts'
import { Citations } from './citations.ts'
import { countQuestion, readLimits } from './limits.ts'
import { askPrompt, type EarlierTurn } from './prompt.ts'
import { readDecisionSources, standingFirst } from './read-decision-sources.ts'
import { openObjectReader } from './read-objects.ts'
import { readSources, type Source } from './read-sources.ts'
import type { Answer, Citation } from './schemas.ts'

export type AnswerParts = Searching &
  Pick<Context, 'clock'> &
  ModelUse & {
    /** 0 is no limit. */
    questionsPerDay: number
  }

export type AskRequest = { question: string; turns: EarlierTurn[]; filters: SearchRequest['filters'] }

/** `origin` is that of the pages that citations link to. */
export type Asking = { caller: Caller; origin: string; log: FastifyBaseLogger; signal: AbortSignal }

export type OnSentence = (sentence: { text: string; citation: Citation }) => void

/** Passages and decisions that are found for a question, and those that are cited without a model. */
const [maxFound, maxDecisions, maxCited] = [12, 6, 10]
/** Decisions with what replaced them, and other passages that they leave room for where as many are cited. */
const [maxWithNewer, minOthers] = [8, 4]
/** Of the sources, or fewer where that is too long; a token is about four. */
const sourceCharacters: [number, number] = [24_000, 6_000]
const maxSearches = 3
/** Somebody is waiting for it. */
const answerSeconds = 120
const maxSentences = 20

const nothingFound = 'Nothing about this was found in what you may read.'
const noModel = 'There is no language model here; these passages fit best'
const modelAway = 'The language model did not answer; these passages fit best'

/** Whatever can be refused is refused before the first sentence. @returns a function that answers */
export async function prepareAnswer(
  parts: AnswerParts,
  request: AskRequest,
  asking: Asking,
): Promise<(onSentence: OnSentence) => Promise<Answer>> {
  const { question, turns } = request
  if (!hasWords(question)) throw invalid('body.question', 'must have a word that is to be found')
  const { db, clock, budget } = parts
  const model = await parts.findModel()
  const reason = model === null ? noModel : (await budget.isSpent(asking.caller.workspace.id)) ? budgetSpent : null
  // A question that follows another one may have none of its words.
  const queries = [`${withoutOperators(turns.at(-1)?.question ?? '')} ${question}`]
  const sources = await findSources(parts, request, asking, queries, reason === null)
  if (reason === null) await countQuestion(db, asking.caller, clock(), parts.questionsPerDay)
  return (onSentence) => new Answering(parts, model, request, asking).answer(sources, reason, onSentence)
}

const hasWords = (query: string) => parseQuery(query).some(({ kind }) => kind !== 'not')

/**
 * Decisions first, those that stand before others. Of what else was found the first of each search, then the second of each.
 * @param isForModel  whether a model is to read them
 */
async function findSources(
  parts: Searching,
  { filters }: AskRequest,
  { caller }: Asking,
  queries: string[],
  isForModel: boolean,
): Promise<Source[]> {
  const [decisions, others]: [Source[], Source[][]] = [[], []]
  const kinds = filters.kinds ?? passageKinds
  for (const query of queries.filter(hasWords)) {
    const search = async (searching: Searching, kinds: PassageKind[], size: number, read: typeof readSources) => {
      const whole = [...query].slice(0, 1_000).join('')
      const request = { query: whole, filters: { ...filters, kinds }, order: 'relevance' as const, size, cursor: null }
      return (await findAndRead(searching, caller, request, (tx, found) => read(tx, caller, found, isForModel))).read
    }
    const rest = kinds.filter((kind) => kind !== 'decision')
    // Short texts are found by their words: the model for meanings is asked once.
    if (rest.length < kinds.length)
      decisions.push(...(await search({ ...parts, meanings: null }, ['decision'], maxDecisions, readDecisionSources)))
    if (rest.length > 0) others.push(await search(parts, rest, maxFound, readSources))
  }
  const inTurns = Array.from({ length: maxFound }, (_, rank) => others.flatMap((sources) => sources[rank] ?? [])).flat()
  return [...once(standingFirst(decisions)).slice(0, maxWithNewer), ...once(inTurns)]
}

const once = (sources: Source[]) => [...new Map(sources.map((source) => [source.key, source])).values()]

/** @returns those that are cited without a model */
function citedOf(sources: Source[]): Source[] {
  const others = sources.filter(({ decision }) => !decision)
  const decisions = sources.filter(({ decision }) => decision)
  return [...decisions.slice(0, maxCited - Math.min(minOthers, others.length)), ...others].slice(0, maxCited)
}

/** One question on its way. */
class Answering {
  readonly #parts: AnswerParts
  readonly #model: LanguageModel | null
  readonly #request: AskRequest
  readonly #asking: Asking
  readonly #citations: Citations
  readonly #sentences: string[] = []
  readonly #meter = openMeter()

  constructor(parts: AnswerParts, model: LanguageModel | null, request: AskRequest, asking: Asking) {
    this.#parts = parts
    this.#model = model
    this.#request = request
    this.#asking = asking
    this.#citations = new Citations(asking.origin)
  }

  /** @param reason  why no model is asked; null if one is */
  async answer(sources: Source[], reason: string | null, onSentence: OnSentence): Promise<Answer> {
    const whyNot = reason ?? (await this.#write(sources, onSentence))
    if (whyNot === null) return this.#result({ answer: this.#sentences.join(' ') || nothingFound, reason: null })
    for (const source of citedOf(sources)) this.#citations.citeExcerpt(source)
    return this.#result({ answer: null, reason: whyNot })
  }

  /** @returns why the model did not answer; null if it did */
  async #write(sources: Source[], onSentence: OnSentence): Promise<string | null> {
    const work = async () => {
      const searches = await this.#ask(sources, onSentence)
      if (this.#sentences.length > 0 || searches.length === 0) return
      const more = await findSources(this.#parts, this.#request, this.#asking, searches, true)
      if (more.length > 0) await this.#ask(more, onSentence)
    }
    try {
      await countUse(this.#parts, this.#asking.caller.workspace.id, work, this.#meter)
    } catch (error) {
      // Nobody waits any more, or the service stops.
      if (this.#asking.signal.aborted) throw serviceBusy(5)
      if (!(error instanceof EngineError)) throw error
      const cause = (error.cause as Error | undefined)?.message
      this.#asking.log.warn({ reason: error.message, cause }, 'The language model did not answer a question')
      if (this.#sentences.length === 0) return modelAway
    }
    return null
  }

  /** @returns the searches that the model wants, if it did not answer */
  #ask(sources: Source[], onSentence: OnSentence): Promise<string[]> {
    const read = sources.filter(({ lines }) => lines.length > 0)
    return shorterIfTooLong(sourceCharacters, async (characters) =>
      this.#sentences.length > 0 ? [] : this.#askWith(withinCharacters(read, characters), onSentence),
    )
  }

  async #askWith(sources: Source[], onSentence: OnSentence): Promise<string[]> {
    const { question, turns } = this.#request
    const readObjects = openObjectReader()
    const searches: string[] = []
    let isStreamed = false
    const take = (text: string) => {
      for (const written of readObjects(text)) {
        const query = searchOf(written)
        if (query === null) this.#take(written, sources, onSentence)
        else if (searches.length < maxSearches) searches.push(query)
      }
    }
    const call = {
      schema: AnswerForm,
      signal: this.#asking.signal,
      timeoutSeconds: answerSeconds,
      onRequest: this.#meter.begin,
      onText(text: string) {
        isStreamed = true
        take(text)
      },
    }
    const messages = askPrompt(question, turns, sources, this.#parts.clock().toISOString().slice(0, 10))
    const text = this.#meter.count(await this.#model!.chat(messages, call))
    if (!isStreamed) take(text)
    return searches
  }

  #take(written: object, sources: Source[], onSentence: OnSentence): void {
    const checked = checkSentence(written, sources, this.#request.question)
    if (!checked || this.#sentences.length >= maxSentences) return
    const sentence = this.#citations.cite(checked)
    if (this.#sentences.includes(sentence.text)) return
    this.#sentences.push(sentence.text)
    onSentence(sentence)
  }

  async #result({ answer, reason }: Pick<Answer, 'answer' | 'reason'>): Promise<Answer> {
    const generated_by = this.#sentences.length > 0 ? this.#model!.name : null
    const { dropped: _, ...used } = this.#meter.usage(0)
    const usage = { ...used, ...(await readLimits(this.#parts, this.#asking.caller)) }
    return { answer, reason, citations: this.#citations.all, generated_by, usage }
  }
}

/** The best ones; the first always. Decisions take half at most. */
function withinCharacters(sources: Source[], most: number): Source[] {
  let characters = 0
  return sources.filter(({ lines, decision }, index) => {
    const length = lines.reduce((sum, { text }) => sum + text.length, 0)
    if (index > 0 && characters + length > (decision ? most / 2 : most)) return false
    characters += length
    return true
  })
}
