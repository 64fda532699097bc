const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
// each counts twice
const extended = new Set('\f^{}\\[~]|€')

/**
 * How many SMS a text is sent and charged as. With the letters of GSM 03.38 one SMS has 160 of them, otherwise 70; the parts of
 * a longer text have 153 or 67.
 * @example countSegments('On my way') // 1
 */
export function countSegments(text: string): number {
  const letters = [...text]
  const isBasic = letters.every((letter) => basic.has(letter) || extended.has(letter))
  const length = isBasic
    ? letters.length + letters.filter((letter) => extended.has(letter)).length
    : text.length
  const [single, part] = isBasic ? [160, 153] : [70, 67]
  return length <= single ? Math.min(length, 1) : Math.ceil(length / part)
}
