// the first that fits: most browsers also say that they are others
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const first = (known: [RegExp, string][], text: string) => known.find(([sign]) => sign.test(text))?.[1]

/** What a person calls the thing they sign in with, `Firefox on Windows`. Words of ours alone: the header's own are anybody's. */
export function deviceOf(userAgent = ''): string {
  const text = userAgent.slice(0, 500)
  const browser = first(browsers, text) ?? 'A program'
  const system = first(systems, text)
  return system ? `${browser} on ${system}` : browser
}
