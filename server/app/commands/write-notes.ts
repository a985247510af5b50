/**
 * `minutebook write-notes`: writes the AI notes of a workspace again, one recording after the other. After an
 * interruption, running it again continues.
 */
import { stdout } from 'node:process'
import { allNotes, type Backlog, missingNotes } from '../../making/corrections/notes-backlog.ts'
import { rewriteNotes } from '../../making/corrections/rewrite-notes.ts'
import { UnwritableError } from '../../making/engines/shared/engines.ts'
import type { Outcome, WritingOptions } from '../../making/writing/write-notes.ts'
import { OperatorError } from '../../platform/errors.ts'
import { type Base, prepareBase } from '../base.ts'
import { publicAddressOf } from '../parts-of.ts'
import { type Command, required } from './command.ts'
import { findWorkspace } from './find-workspace.ts'
import { StopSignal } from './stop-signal.ts'

type Options = { subdomain: string; missing: boolean; signal: AbortSignal; print(line: string): void }

export const writeNotes: Command = (_argument, flags) => {
  const options = { subdomain: required(flags.workspace, '--workspace'), missing: flags.missing ?? false }
  return async (base) => {
    using stop = new StopSignal()
    await prepareBase(base)
    await writeAllNotes(base, { ...options, signal: stop.signal, print: (line) => stdout.write(`${line}\n`) })
  }
}

/**
 * A recording whose notes cannot be written does not stop the others, and is tried again by the next run, unless the model
 * has no notes for it.
 * @throws {OperatorError} there is no such workspace, it was stopped, or some notes could not be written
 */
export async function writeAllNotes(base: Base, { subdomain, missing, signal, print }: Options): Promise<void> {
  const workspaceId = await findWorkspace(base.db, subdomain)
  const backlog = missing
    ? await missingNotes(base.db, workspaceId)
    : await allNotes(base.db, base.clock(), workspaceId)
  print(`${counted(backlog.recordings)} ${backlog.isLeft ? 'left by an earlier run' : 'to write AI notes for'}`)
  const failed: string[] = []
  let written = 0
  let number = 0
  for (let next = await backlog.next(''); next && !signal.aborted; next = await backlog.next(next.id)) {
    const { id, title } = next
    number++
    const line = await writeOne(base, backlog, { workspaceId, recordingId: id }, signal)
    if (line === null) break
    if (line.outcome === 'written') written++
    if (line.outcome === 'failed') failed.push(id)
    print(`${number}/${Math.max(number, backlog.recordings)} ${id} ${JSON.stringify(title)}: ${line.text}`)
  }
  print(`Written: ${written}. Failed: ${failed.length}.`)
  if (signal.aborted) throw new OperatorError('Stopped; run it again to go on.')
  if (failed.length > 0)
    throw new OperatorError(`The AI notes of ${failed.join(', ')} could not be written; run it again.`)
}

type Line = { outcome: 'written' | 'unwanted' | 'failed'; text: string }

/** @returns null if it was stopped */
async function writeOne(
  base: Base,
  backlog: Backlog,
  ids: { workspaceId: string; recordingId: string },
  signal: AbortSignal,
): Promise<Line | null> {
  const { db, clock, jobs, engines, config, log } = base
  const deps = {
    db,
    clock,
    jobs,
    noteWriter: engines.noteWriter,
    holdSeconds: config.holdSeconds,
    notesLanguage: config.notesLanguage,
    publicUrl: publicAddressOf(config),
  }
  try {
    const claim: WritingOptions['claim'] = (tx) => backlog.claim(tx, ids.recordingId)
    const outcome = await rewriteNotes(deps, ids, { userId: null, claim, signal, isLastTry: true })
    if (outcome.result === 'unwanted') await backlog.skip(ids.recordingId)
    return { outcome: outcome.result, text: describe(outcome) }
  } catch (error) {
    if (signal.aborted) return null
    if (error instanceof UnwritableError) {
      await backlog.skip(ids.recordingId)
      return { outcome: 'unwanted', text: `left as they are: ${error.message}` }
    }
    log.error({ err: error, recordingId: ids.recordingId }, 'AI notes could not be written')
    return { outcome: 'failed', text: `failed: ${(error as Error).message}` }
  }
}

function describe(outcome: Outcome): string {
  if (outcome.result === 'unwanted') return 'left: deleted, changed or taken over by somebody meanwhile'
  return `written by ${outcome.generatedBy}, ${outcome.created} new action items, ${outcome.removed} gone`
}

const counted = (recordings: number) => `${recordings} ${recordings === 1 ? 'recording' : 'recordings'}`
