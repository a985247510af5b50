/** `minutebook models [list|add|remove|verify]`: the models for work on this machine (decision 54). Needs no database. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { findLanguageModel } from '../../making/engines/local/language/find-language-model.ts'
import { addFolder, type OwnModel } from '../../making/engines/local/models/add-folder.ts'
import { type AddOptions, addModel } from '../../making/engines/local/models/add-model.ts'
import {
  catalogue,
  type Model,
  modelsNamed,
  type Purpose,
  purposes,
  sets,
} from '../../making/engines/local/models/catalogue.ts'
import { lockFolder } from '../../making/engines/local/models/folder-lock.ts'
import { unfinishedIn } from '../../making/engines/local/models/install.ts'
import { type InstalledModel, installedModels, isModelName } from '../../making/engines/local/models/installed.ts'
import { verifyModel } from '../../making/engines/local/models/verify-model.ts'
import { findSpeech } from '../../making/engines/local/speech/find-speech.ts'
import { type Config, modelsFolderOf, readConfig } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'
import { describeMachine } from '../doctor/describe-machine.ts'
import type { Flags } from './command.ts'
import { languageModelHint } from './language-model-hint.ts'
import { ProgressBar } from './progress-bar.ts'
import { speechHint } from './speech-hint.ts'
import { StopSignal } from './stop-signal.ts'

/**
 * @param argument  a model, a set, or for `add` a folder
 * @throws {OperatorError}
 */
export async function models(action: string | undefined, argument: string | undefined, flags: Flags): Promise<void> {
  using stop = new StopSignal({
    reason: new OperatorError('Stopped. What was downloaded is kept; the same command continues.'),
  })
  try {
    await act(action, argument, flags, stop.signal)
  } catch (error) {
    // A pause that is aborted has an error of its own.
    throw stop.signal.aborted ? stop.signal.reason : error
  }
}

async function act(
  action: string | undefined,
  argument: string | undefined,
  flags: Flags,
  signal: AbortSignal,
): Promise<void> {
  const config = readConfig(process.env)
  const modelsDir = modelsFolderOf(config)
  if (action === undefined) return describe(config, signal)
  if (action === 'list' && argument === undefined) return list(modelsDir)
  if (action === 'verify' && argument === undefined) return verify(modelsDir, signal)
  if (!['add', 'remove'].includes(action ?? '') || !argument) {
    throw new OperatorError(
      'What should be done? minutebook models alone, or with list, add NAME, remove NAME, or verify',
    )
  }
  const onWait = () => stderr.write('Another process changes the models; waiting for it …\n')
  using _ = await lockFolder(modelsDir, signal, onWait)
  if (action === 'remove') return remove(modelsDir, argument)
  const own = ownModel(argument, flags)
  if (own) await addFolder(own, { modelsDir, clock: systemClock, signal })
  else await addByName(argument, config, signal)
  stdout.write(`Installed in ${modelsDir}. A service that runs uses it from now on.\n`)
  const missing = await stillMissing(config)
  if (missing.length > 0) stdout.write(`\n${missing.join('\n')}\n`)
}

/** A model alone may not be enough: ffmpeg, or a library. */
async function stillMissing(config: Config): Promise<string[]> {
  const modelsDir = modelsFolderOf(config)
  return [
    ...(await speechHint({ config, findSpeech: (name = config.sttModel) => findSpeech(modelsDir, name) })),
    ...(await languageModelHint({ config, findLanguageModel: () => findLanguageModel(modelsDir, config.llmModel) })),
  ]
}

async function describe(config: Config, signal: AbortSignal): Promise<void> {
  const sentences = await describeMachine(config, signal)
  stdout.write(`${sentences.join('\n')}\n\nminutebook models list shows what can be installed, and what is.\n`)
}

/** @returns null if the words name a model of the catalogue */
function ownModel(argument: string, { as: name, for: purpose }: Flags): OwnModel | null {
  if (name === undefined && purpose === undefined && !/[/\\]/.test(argument)) return null
  if (name === undefined) throw new OperatorError('--as is missing: the name of the model whose files are there.')
  if (purpose !== undefined && !purposes.includes(purpose as Purpose)) {
    throw new OperatorError(`--for must be one of ${purposes.join(', ')}.`)
  }
  return { folder: argument, name, purpose: (purpose as Purpose | undefined) ?? null }
}

async function addByName(name: string, config: Config, signal: AbortSignal): Promise<void> {
  const wanted = modelsNamed(name)
  if (wanted.length === 0) {
    throw new OperatorError(
      `There is no model ${name}; minutebook models list names them. For a folder, add --as NAME.`,
    )
  }
  const modelsDir = modelsFolderOf(config)
  for (const model of wanted) {
    const there = (await installedModels(modelsDir)).find((each) => each.name === model.name)
    if (there && (await verifyModel(modelsDir, there, signal)).length === 0) {
      stdout.write(`${model.name} is installed.\n`)
      continue
    }
    stdout.write(`${model.name}, for ${model.purpose}: licence ${model.licence}, ${megabytes(model.source.bytes)} MB\n`)
    await addWithBar(model, { modelsDir, mirror: config.modelsMirror, clock: systemClock, signal })
  }
}

async function addWithBar(model: Model, options: Omit<AddOptions, 'onProgress'>): Promise<void> {
  const bar = new ProgressBar()
  try {
    await addModel(model, {
      ...options,
      onProgress: (stage, done, of) => bar.show(`${model.name}, ${stage}`, done, of),
      onWait(reason, seconds) {
        bar.end()
        stderr.write(`${reason}; trying again in ${seconds} s …\n`)
      },
    })
  } finally {
    bar.end()
  }
}

async function remove(modelsDir: string, name: string): Promise<void> {
  const named = modelsNamed(name).map((model) => model.name)
  const names = (named.length > 0 ? named : [name]).filter(isModelName)
  const there = (await installedModels(modelsDir)).map((model) => model.name).filter((each) => names.includes(each))
  for (const each of names) await rm(join(unfinishedIn(modelsDir), each), { recursive: true, force: true })
  if (there.length === 0) throw new OperatorError(`No model ${name} is installed in ${modelsDir}.`)
  for (const each of there) await rm(join(modelsDir, each), { recursive: true, force: true })
  stdout.write(`Removed ${there.join(', ')}.\n`)
}

async function verify(modelsDir: string, signal: AbortSignal): Promise<void> {
  const faults: string[] = []
  const installed = await installedModels(modelsDir)
  for (const model of installed) {
    const found = await verifyModel(modelsDir, model, signal)
    stdout.write(`${model.name}: ${found.length === 0 ? 'as it must be' : 'not as it must be'}\n`)
    faults.push(...found)
  }
  if (installed.length === 0) stdout.write(`No model is installed in ${modelsDir}.\n`)
  if (faults.length > 0) throw new OperatorError(`${faults.join('\n')}\nRun minutebook models add for each of them.`)
}

async function list(modelsDir: string): Promise<void> {
  const installed = await installedModels(modelsDir)
  const own = installed.filter(({ name }) => !catalogue.some((model) => model.name === name))
  const rows = [
    ...catalogue.map((model) => [
      ...[model.name, model.purpose, model.languages, `${megabytes(model.source.bytes)} MB`, model.licence],
      isThere(installed, model.name),
    ]),
    ...own.map(({ name, purpose, bytes }) => [name, purpose, '', `${megabytes(bytes)} MB`, '', 'installed']),
  ]
  const lines = columns([['NAME', 'FOR', 'LANGUAGES', 'DOWNLOAD', 'LICENCE', ''], ...rows])
  const together = Object.entries(sets).map(([name, names]) => `${name} is ${names.join(', ')}`)
  stdout.write(`${lines.join('\n')}\n\n${together.join('\n')}\nFolder: ${modelsDir}\n`)
}

const isThere = (installed: InstalledModel[], name: string) =>
  installed.some((model) => model.name === name) ? 'installed' : ''

function columns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]! + 2))
      .join('')
      .trimEnd(),
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
