/** Invites people one after another; stops if the connection or the rights are lost. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Invitation, Invited } from '../../api/invitation.ts'
import { invite, peopleQuery } from '../../api/people.ts'
import { noticeFailed } from '../../ui/notices.ts'

export function useInviting() {
  const queries = useQueryClient()
  const [invited, setInvited] = useState<Invited[]>([])
  const [isRunning, setRunning] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function begin(invitations: Invitation[]) {
    setRunning(true)
    try {
      for (const invitation of invitations) {
        if (isGone.current) return
        const one = await invite(invitation)
        setInvited((before) => [...before, one])
      }
    } catch (error) {
      noticeFailed(error)
    } finally {
      setRunning(false)
      void queries.invalidateQueries({ queryKey: peopleQuery.queryKey })
    }
  }
  return { invited, isRunning, begin: (invitations: Invitation[]) => void begin(invitations) }
}
