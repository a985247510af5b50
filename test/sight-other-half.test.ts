/** Spec 2.1: over random worlds the API shows everyone exactly what a second, naive formulation of the rule says. */
import { test } from 'node:test'
import { checkHalf, worlds } from './support/sight-property.ts'

test(`2.1: no difference between the API and the naive rule, the other half of ${worlds} worlds`, () =>
  checkHalf(20_260_111))
