/** Compares two pictures as an eye does: machines draw the edges of letters differently. */
import type { Page } from 'playwright-core'

/** In pixels. Their average hardly knows how a letter is drawn, and shows a colour, a size or a place that changed. */
const tile = 16
/** Of 255, for each of red, green and blue. */
const tolerance = 12

/** Runs in the page. */
const compare = `async ([before, now]) => {
  const averages = async (data) => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/webp;base64,' + data)).blob())
    const [width, height] = [Math.ceil(bitmap.width / ${tile}), Math.ceil(bitmap.height / ${tile})]
    const whole = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    whole.drawImage(bitmap, 0, 0)
    const { data: pixels } = whole.getImageData(0, 0, bitmap.width, bitmap.height)
    const sums = new Float64Array(width * height * 4)
    for (let at = 0; at < pixels.length; at += 4) {
      const x = Math.floor(((at / 4) % bitmap.width) / ${tile})
      const y = Math.floor(at / 4 / bitmap.width / ${tile})
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) sums[to + channel] += pixels[at + channel]
      sums[to + 3]++
    }
    return { width, height, size: bitmap.width + ' × ' + bitmap.height, sums }
  }
  const [one, other] = [await averages(before), await averages(now)]
  if (one.size !== other.size) return [one.size + ' before, ' + other.size + ' now']
  const found = []
  for (let at = 0; at < one.sums.length; at += 4) {
    const differs = [0, 1, 2].some((channel) =>
      Math.abs(one.sums[at + channel] / one.sums[at + 3] - other.sums[at + channel] / other.sums[at + 3]) > ${tolerance})
    if (differs) found.push('at ' + ((at / 4) % one.width) * ${tile} + ', ' + Math.floor(at / 4 / one.width) * ${tile})
  }
  return found
}`

/** @returns where tiles of the two pictures differ, or their sizes if these do */
export function differingTiles(page: Page, before: Buffer, now: Buffer): Promise<string[]> {
  return page.evaluate(`(${compare})(${JSON.stringify([before.toString('base64'), now.toString('base64')])})`)
}
