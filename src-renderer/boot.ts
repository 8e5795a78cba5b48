import { locale } from './words/locale.ts';
import { speak } from './words/localised.ts';
import { takeHeadlines } from './words/problem-headline.ts';

// Words are read while the modules of the application load, so another language has to be there before.
document.documentElement.lang = locale === 'de-DE' ? 'de' : 'en';
if (locale === 'de-DE') {
  const { german, problemCodes } = await import('./words/de/index.ts');
  speak(german);
  takeHeadlines(problemCodes);
}
await import('./main.tsx');
