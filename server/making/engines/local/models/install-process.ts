/** The process that installs a model: unpacking computes for minutes, and a request would wait for it. */
import { OperatorError } from '../../../../platform/errors.ts'
import { systemClock } from '../../../../platform/time.ts'
import { type Order, report, serveOrders } from '../serve-orders.ts'
import { addModel } from './add-model.ts'
import type { Model } from './catalogue.ts'

export type InstallOrder = Order & { model: Model; modelsDir: string; mirror: string | null }

/** `failed`: a sentence. The process is killed to stop it, so nothing else is said. */
export type InstallReport = { done: true } | { failed: string; cause?: string } | { working: true }

const reportEachMs = 1_000

async function serve({ model, modelsDir, mirror }: InstallOrder): Promise<InstallReport> {
  let told = 0
  const onProgress = () => {
    if (performance.now() < told + reportEachMs) return
    told = performance.now()
    report({ working: true })
  }
  try {
    const { signal } = new AbortController()
    await addModel(model, { modelsDir, mirror, clock: systemClock, signal, onProgress })
    return { done: true }
  } catch (error) {
    if (error instanceof OperatorError) return { failed: error.message }
    return { failed: 'It could not be installed; the log of the service has the reason.', cause: String(error) }
  }
}

serveOrders(serve)
