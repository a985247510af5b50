/** An open console reminds by itself, without any push service: it hears of a reminder as of other changes. */
import { dataOf } from '@minutebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { notificationOf } from '../service-worker/reminder.ts'
import { client, statusOf } from './client.ts'
import { actingFor } from './on-behalf.ts'
import { ownRights } from './own-rights.ts'
import { devicesQuery, readHere, registrationHere, remindersHere, renewHere } from './reminders.ts'

const againMs = 10_000
/** Later than this after its start a meeting is not reminded of. */
const lateMs = 10 * 60_000
/** Which reminders this browser has shown, so that a page that is opened anew does not repeat them. */
const place = 'minutebook.reminded'
const mostKept = 20

export function useReminders(): void {
  const queries = useQueryClient()
  const text = useSyncExternalStore(remindersHere.subscribe, remindersHere.text)
  useEffect(() => {
    const here = readHere(text)
    if (!here || actingFor()) return
    const end = new AbortController()
    const renewed = renewHere(here)
      .then((isNew) => {
        if (isNew) void queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
      })
      .catch(() => {})
    // One tab of the browser, also in the background: each waiting request takes one of the few connections to a host.
    void navigator.locks
      .request('minutebook.reminders', { signal: end.signal }, () => renewed.then(() => follow(end.signal)))
      .catch(() => {})
    return () => end.abort()
  }, [text, queries])
}

/** Waits by requests alone: browsers slow down the timers of tabs in the background. */
async function follow(signal: AbortSignal): Promise<void> {
  let cursor: string | null = null
  while (!signal.aborted) {
    try {
      cursor = await waitForChange(cursor, signal)
      await showNew(signal)
    } catch (error) {
      if (signal.aborted || statusOf(error) === 401) return
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

/** @returns null if the cursor is valid no more */
async function waitForChange(cursor: string | null, signal: AbortSignal): Promise<string | null> {
  const query = cursor === null ? { copy: false, kinds: 'note' } : { cursor, wait: 30 }
  const answer = await client.GET('/api/v1/changes', { signal, params: { query } })
  return [400, 410].includes(answer.response.status) ? null : dataOf(answer).page_info.cursor
}

async function showNew(signal: AbortSignal): Promise<void> {
  const answer = await client.GET('/api/v1/me/reminders', { signal, headers: ownRights })
  const shown = new Set<string>(JSON.parse(localStorage.getItem(place) ?? '[]'))
  for (const reminder of dataOf(answer).data) {
    const { note_id, starts_at } = reminder
    const key = `${note_id} ${starts_at}`
    if (shown.has(key) || Date.parse(starts_at) + lateMs < Date.now()) continue
    await show(notificationOf(reminder, navigator.languages))
    shown.add(key)
    localStorage.setItem(place, JSON.stringify([...shown].slice(-mostKept)))
    await client.POST('/api/v1/me/reminders/{note_id}/shown', { params: { path: { note_id } } })
  }
}

/** By the service worker, which opens the note; not every browser lets a page do it alone. */
async function show({ title, options }: ReturnType<typeof notificationOf>): Promise<void> {
  const registration = await registrationHere()
  if (registration) return registration.showNotification(title, options)
  const notification = new Notification(title, { body: options.body, tag: options.tag, icon: options.icon })
  notification.onclick = () => window.open(options.data.path, '_blank', 'noopener')
}
