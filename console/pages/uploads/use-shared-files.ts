/** Takes the files that another app shared with the installed console (`service-worker/shared-files.ts`). */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noticeFailed } from '../../ui/notices.ts'
import { PageError } from '../../ui/refusal.ts'
import { words } from '../../words/words.ts'
import type { ChosenFiles } from './chosen.ts'

export function useSharedFiles(isShared: boolean, chosen: ChosenFiles): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that something is shared
  useEffect(() => {
    if (!isShared) return
    void takeFiles().then(async (files) => {
      await navigate({ to: '/uploads', search: {}, replace: true })
      if (files.length === 0) noticeFailed(new PageError(words.uploads.sharedLost))
      await chosen.add(files)
    })
  }, [isShared])
}

/** None after a while, or after signing in: the browser has ended the service worker, and what it held is gone. */
async function takeFiles(): Promise<File[]> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) return []
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as File[])
    worker.postMessage('files', [port2])
  })
}
