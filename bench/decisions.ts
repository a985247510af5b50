/**
 * `npm run bench -- decisions`: which of 40 planted reversals in ten meetings are proposed (bench/labels/reversals.txt), by
 * the language model of the settings, else by one that judges by shared words. Nothing is stored of what it proposes.
 */
import { Readable } from 'node:stream'
import { buildApi } from '../server/app/api.ts'
import { importWorld } from '../server/keeping/world/import/import-world.ts'
import type { LanguageModel } from '../server/making/engines/write-by-model/language-model.ts'
import { openMeter } from '../server/making/engines/write-by-model/meter.ts'
import { judge } from '../server/reading/proposals/compare-decision.ts'
import { findEarlier } from '../server/reading/proposals/find-earlier.ts'
import { runList } from './decisions-list.ts'
import { printTable } from './print-table.ts'
import {
  figuresOf,
  judgeByWords,
  type ProposedPair,
  readPlanted,
  reversalsOf,
  workspaceOfMeetings,
} from './reversals.ts'
import { openBench } from './workspaces.ts'

const scripted: LanguageModel = {
  kind: 'openai',
  name: 'shared words',
  async chat(messages) {
    const text = JSON.stringify(judgeByWords(messages.at(-1)!.content))
    return { text, isCut: false, inputTokens: null, outputTokens: null }
  },
}

/** @param args  `list` for the cost of lists */
export async function run(args: string[]): Promise<void> {
  if (args[0] === 'list') return runList()
  const planted = await readPlanted()
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    const model = (await base.engines.findModel()) ?? scripted
    // New each time: decisions of the run before would be earlier ones.
    const id = `ws_club${base.clock().getTime()}`
    const secret = `mb_${id}_0123456789`
    const users = [{ id: 'u_eva', email: 'eva@club.test', full_name: 'Eva' }]
    const api_keys = [{ id: 'k_eva', user: 'u_eva', name: 'eva', secret }]
    const club = workspaceOfMeetings(id, ['eva@club.test'], { users, api_keys })
    await importWorld(base.db, Readable.from([JSON.stringify({ version: 1, workspaces: [club] })]), base)
    const meter = openMeter()
    const proposed: ProposedPair[] = []
    const read = new Set<string>()
    for (const { text, meeting } of planted) {
      const payload = { note_id: `n_${meeting}`, text }
      const made = await api.inject({
        method: 'POST',
        url: '/api/v1/decision',
        headers: { 'x-api-key': secret },
        payload,
      })
      if (made.statusCode !== 201) throw new Error(made.body)
      const compared = await findEarlier(base, { workspaceId: id, id: made.json().decision.id })
      if (!compared || compared.earlier.length === 0) continue
      for (const { text: older } of compared.earlier) read.add(`${text} < ${older}`)
      const proposals = await judge(model, compared, { signal: new AbortController().signal, meter })
      for (const { older, kind } of proposals) {
        const { text: before } = compared.earlier.find((each) => each.id === older)!
        console.log(`${kind}: ${text} < ${before}`)
        if (kind !== 'repeats') proposed.push({ newer: text, older: before })
      }
    }
    print(model.name, { ...figuresOf(planted, proposed), ...meter.usage(0) }, () =>
      String(reversalsOf(planted).filter(({ newer, older }) => read.has(`${newer} < ${older}`)).length),
    )
    await base.db.deleteFrom('workspaces').where('id', '=', id).execute()
  } finally {
    await close()
    await base.close()
  }
}

type Figures = ReturnType<typeof figuresOf> & ReturnType<ReturnType<typeof openMeter>['usage']>

function print(model: string, figures: Figures, pairsRead: () => string): void {
  const { proposed, precision, recall, requests, seconds, input_tokens, output_tokens } = figures
  printTable(
    ['model', 'pairs of 40 read', 'proposed', 'precision', 'recall', 'requests', 'seconds', 'tokens read', 'written'],
    [
      [model, pairsRead(), String(proposed), precision.toFixed(2), recall.toFixed(2)].concat(
        [requests, seconds, input_tokens ?? '–', output_tokens ?? '–'].map(String),
      ),
    ],
  )
}
