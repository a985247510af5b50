/** Reads the objects of a model's answer while it is written. *Pure.* */

/**
 * Only objects that contain no other are read, wherever they stand: so a code fence, a thought before the answer, or a
 * list without its object makes no difference.
 * @returns a function that takes the next part of the text, and returns the objects that it completes
 */
export function openObjectReader(): (part: string) => object[] {
  let begun: string | null = null
  let [inText, isEscaped] = [false, false]
  return (part) => {
    const objects: object[] = []
    for (const sign of part) {
      if (begun !== null) begun += sign
      if (inText) {
        if (sign === '\n') [begun, inText] = [null, false]
        else if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') inText = false
      } else if (sign === '{') begun = sign
      else if (begun === null) continue
      else if (sign === '"') inText = true
      else if (sign === '}') {
        objects.push(...parse(begun))
        begun = null
      }
    }
    return objects
  }
}

function parse(text: string): object[] {
  try {
    return [JSON.parse(text) as object]
  } catch {
    return []
  }
}
