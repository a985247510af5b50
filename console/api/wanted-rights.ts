/** Who goes to the identity provider for administrator rights gets them when they come back, in the same tab. */
import { personHere } from './person.ts'

const place = 'minutebook.elevate'

export const keepWantedRights = () => sessionStorage.setItem(place, personHere()!.id)

/** The sign-in page calls it: who comes back there was refused, and would be sent to the provider again and again. */
export const forgetWantedRights = () => sessionStorage.removeItem(place)

/** @returns whether the person wanted them, once */
export function takeWantedRights(): boolean {
  const wanted = sessionStorage.getItem(place)
  forgetWantedRights()
  return wanted !== null && wanted === personHere()?.id
}
