/** What is missing for the language model of this machine, as the last lines of a start say it. */
import { llmKindOf } from '../../making/engines/create.ts'
import { modelsFolderOf } from '../../platform/context/config.ts'
import type { Base } from '../base.ts'

/** The version that was tested. */
const library = 'node-llama-cpp@3.21.1'

/** @returns no lines if nothing is missing */
export async function languageModelHint({
  config,
  findLanguageModel,
}: Pick<Base, 'config' | 'findLanguageModel'>): Promise<string[]> {
  const languageModel = await findLanguageModel()
  if (llmKindOf(config, languageModel) !== null) return []
  if (languageModel) {
    return [
      `The language model ${languageModel.name} needs a library that is not installed. Install it (732 MB):`,
      `  npm install --prefix ${modelsFolderOf(config)} --ignore-scripts ${library}`,
    ]
  }
  if (config.llmKind !== 'local') return []
  const named = config.llmModel ? ` ${config.llmModel}` : ''
  return [
    `LLM_KIND is local, and no language model${named} is installed. Install one:`,
    '  npx --no minutebook models add notes',
  ]
}
