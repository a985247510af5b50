/** A component whose file is loaded when it is first shown, such as a form behind a button. */
import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { loadFile } from '../page-file.ts'

const pauseMs = 1_000

/**
 * Without a connection it waits for one.
 * @param meanwhile  shown until it is loaded
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = <Skeleton height={120} />,
): ComponentType<Props> {
  const Part = lazy(async () => {
    for (;;) {
      const part = await loadFile(load).catch(() => null)
      if (part) return { default: part }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }) as unknown as ComponentType<Props>
  return (props) => (
    <Suspense fallback={meanwhile}>
      <Part {...props} />
    </Suspense>
  )
}
