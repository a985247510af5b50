/** Explains refusals of Microsoft Graph to administrators. *Pure.* */
import { EngineError } from '../../../platform/errors.ts'
import { type Refused, refusal } from '../../engines/shared/request-failures.ts'
import { parseObject } from './read-values.ts'
import type { TextAnswer } from './recorder-kind.ts'

/** Why Microsoft answers 403; null if it gives no code. */
export function refusalCode({ status, text }: Pick<TextAnswer, 'status' | 'text'>): string | null {
  if (status !== 403) return null
  const { innerError } = (parseObject(text).error ?? {}) as { innerError?: { code?: unknown } | null }
  return typeof innerError?.code === 'string' ? innerError.code : null
}

const noAccess =
  'Microsoft Graph may not read transcripts in this tenant: switch it on in the Teams admin center (Meetings, Meeting settings, Transcript API access)'
const noPermission =
  'Microsoft does not allow this (403): check the permissions of the application and its application access policy'

export function explainRefusal(answer: TextAnswer): EngineError {
  if (answer.status !== 403) return refusal('Microsoft', answer)
  const sentence = refusalCode(answer) === 'GraphAccessToTranscriptsDisabled' ? noAccess : noPermission
  return new EngineError(sentence, { retryable: false })
}

export const refusedByGraph = ({ body, ...answer }: Refused) => explainRefusal({ ...answer, text: body.toString() })
