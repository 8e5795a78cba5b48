/** A shell script with its verdict, worked out by hand. */
export type ShellUsage = readonly [verdict: string, text: string];

const apps = 'https://api.platform.example/v1/environments/$E/applications';
const none = '{"name":"a","protocol":"NONE"}';
const fine = '{"name":"a","protocol":"SAML"}';
/** Sends an application whose protocol is `$P`. */
const send = `curl ${apps} --json "{\\"name\\":\\"a\\",\\"protocol\\":\\"$P\\"}"`;
/** Sends `$BODY`. */
const sendBody = `curl ${apps} --json "$BODY"`;

/** A body that looks like JSON and is none could be anything. */
const texts: readonly ShellUsage[] = [
  ['untold', `curl ${apps} --json '{"name":"a", protocol: NONE}'`],
  ['untold', `curl ${apps} --json '[{"name":"a"},'`],
  ['none', `curl ${apps} --json '[{"name":"a"}]'`],
  ['none', `curl ${apps} -d 'name=a'`],
  ['none', `curl ${apps} --json '{"protocol":"SAML","priority":'$N'}'`],
  ['CC-015', `curl ${apps} --json '{"protocol":"NONE","priority":'$N'}'`],
  ['CC-015', `curl ${apps} --json '{"protocol":"NONE","name":"'$N'","priority":'$N'}'`],
  ['untold', `jq -n '{protocol: "NONE"}' | curl ${apps} --json @-`],
  ['untold', `jq -n .app | curl ${apps} --json @-`],
  ['CC-015', `jq -n '${none}' | curl ${apps} --json @-`],
  ['CC-015', `echo -e '{\\n"protocol":"NONE"\\n}' | curl ${apps} --json @-`],
  ['none', `echo -ne '{\\t"protocol":"SAML"}\\n' | curl ${apps} --json @-`],
  ['untold', `echo '{\\n"protocol":"NONE"\\n}' | curl ${apps} --json @-`],
  ['CC-015', `printf '{\\n"protocol":"NONE"\\n}\\n' | curl ${apps} --json @-`],
  ['CC-015', `printf '{"protocol":"%s","name":"%s"}' NONE "$N" | curl ${apps} --json @-`],
  ['none', `printf '{"protocol":"%s","priority":%d}\\n' SAML 3 | curl ${apps} --json @-`],
  ['untold', `printf '{"protocol":"%s"}' "$P" | curl ${apps} --json @-`],
  ['untold', `printf '{"protocol":"%s"},' SAML NONE | curl ${apps} --json @-`],
  ['untold', `printf '{"protocol":"%b"}' NONE | curl ${apps} --json @-`],
  ['CC-015', `echo '${none}' | tee app.json | curl ${apps} --json @-`],
  ['none', `echo '${fine}' | tee -a app.json all.json | curl ${apps} --json @-`],
  ['untold', `echo '${fine}' | cat - app.json | curl ${apps} --json @-`],
  ['CC-015', `BODY='{"name":"a"'\nBODY+=',"protocol":"NONE"}'\n${sendBody}`],
  ['none', `BODY='{"name":"a"'\nBODY+=',"protocol":"SAML"}'\n${sendBody}`],
  ['untold', `BODY+=',"protocol":"NONE"}'\n${sendBody}`],
];

/** A variable has the value that it was given last, where that is sure. */
const variables: readonly ShellUsage[] = [
  ['CC-015', `P=NONE\n${send}`],
  ['none', `P=NONE\nP=SAML\n${send}`],
  ['CC-015', `export P=NONE\n${send}`],
  ['CC-015', `declare -r P=NONE\n${send}`],
  ['CC-015', `P=NONE; ${send}`],
  ['CC-015', `P=NONE && ${send}`],
  ['untold', `P=SAML\nread P\n${send}`],
  ['untold', `P=SAML\nread -r N P < apps.txt\n${send}`],
  ['untold', `P=SAML\nread -rp 'Protocol: ' P\n${send}`],
  ['untold', `P=SAML\nwhile IFS=, read -r N P; do ${send}; done < apps.csv`],
  ['untold', `P=SAML\nfor P in $ALL; do ${send}; done`],
  ['untold', `P=SAML\nfor P in $ALL\ndo\n  ${send}\ndone`],
  ['untold', `P=SAML\nselect P in a b; do ${send}; done`],
  ['untold', `P=SAML\nunset P\n${send}`],
  ['untold', `P=SAML\nmapfile -t P < apps.txt\n${send}`],
  ['untold', `P=SAML\nprintf -v P '%s' "$X"\n${send}`],
  ['untold', `P=SAML\nP=(SAML NONE)\n${send}`],
  ['untold', `P=SAML\nP[1]=NONE\n${send}`],
  ['untold', `P=SAML\nlet P=1\n${send}`],
  ['untold', `P=SAML\ngetopts p: P\n${send}`],
  ['untold', `P=SAML\nsource ./settings.sh\n${send}`],
  ['untold', `P=SAML\n. ./settings.sh\n${send}`],
  ['untold', `P=SAML\neval "$X"\n${send}`],
  // In a branch it may be another one, or none.
  ['untold', `P=SAML\nif [ -n "$X" ]; then P=NONE; fi\n${send}`],
  ['untold', `P=SAML\nif [ -n "$X" ]; then\n  P=NONE\nfi\n${send}`],
  ['untold', `if [ -n "$X" ]; then P=SAML; else P=NONE; fi\n${send}`],
  ['CC-015', `if [ -n "$X" ]; then P=SAML; ${send}; else P=NONE; ${send}; fi`],
  ['none', `P=SAML\nif [ -n "$X" ]; then P=NONE; else ${send}; fi`],
  ['none', `P=SAML\nif [ -n "$X" ]; then P=SAML; fi\n${send}`],
  ['none', `P=SAML\nif [ -n "$X" ]; then Q=NONE; fi\n${send}`],
  ['untold', `P=SAML\n[ -n "$X" ] && P=NONE\n${send}`],
  ['untold', `P=SAML\n[ -n "$X" ] || P=NONE\n${send}`],
  ['untold', `P=SAML\ncase "$1" in a) P=NONE;; b) P=SAML;; esac\n${send}`],
  ['untold', `P=SAML\ncase "$1" in\n  a)\n    P=NONE\n    ;;\nesac\n${send}`],
  ['none', `P=SAML\ncase "$1" in a) P=NONE;; b) ${send};; esac`],
  ['untold', `P=SAML\nfor x in 1 2; do ${send}; P=NONE; done`],
  ['CC-015', `P=SAML\nfor x in 1 2; do P=NONE; ${send}; done`],
  ['untold', `P=SAML\nwhile more; do P=NONE; done\n${send}`],
  ['none', `P=SAML\n(P=NONE; true)\n${send}`],
  ['none', `P=SAML\nX=$(P=NONE; echo "$P")\n${send}`],
  ['CC-015', `P=SAML\n{ P=NONE; }\n${send}`],
  // A function runs when it is called.
  ['none', `P=SAML\nf() { ${send}; }\nf`],
  ['untold', `P=SAML\nf() { ${send}; }\nP=NONE\nf`],
  ['untold', `P=SAML\nf() { P=NONE; }\nf\n${send}`],
  ['none', `P=SAML\nf() { local P=NONE; echo "$P"; }\n${send}`],
  ['CC-015', `f() {\n  local P=NONE\n  ${send}\n}\nf`],
  ['untold', `f() {\n  local P=$1\n  ${send}\n}\nf NONE`],
  ['untold', `P=SAML\nfunction f {\n  P=$1\n}\nf NONE\n${send}`],
  // Before a command a value is for that alone, and not for what the shell fills in.
  ['none', `P=SAML\nP=NONE ./deploy.sh\n${send}`],
  ['none', `P=SAML\nP=NONE ${send}`],
  ['none', `P=SAML\nexec env P=NONE ./deploy.sh &\n${send}`],
  // A value that is filled in otherwise than as it is.
  ['untold', `BODY='${none}'\ncurl ${apps} --json "\${BODY/NONE/SAML}"`],
  ['untold', `BODY='${fine}'\ncurl ${apps} --json "\${BODY/SAML/$P}"`],
  ['untold', `P=none\ncurl ${apps} --json "{\\"protocol\\":\\"\${P^^}\\"}"`],
  ['untold', `P=NONE_\ncurl ${apps} --json "{\\"protocol\\":\\"\${P%_}\\"}"`],
  ['untold', `P=SAML\ncurl ${apps} --json "{\\"protocol\\":\\"\${!P}\\"}"`],
  ['CC-015', `P=NONE\ncurl ${apps} --json "{\\"protocol\\":\\"\${P:-SAML}\\"}"`],
  ['untold', `curl ${apps} --json "{\\"protocol\\":\\"\${P:-SAML}\\"}"`],
  ['untold', `curl ${apps} --json "{\\"protocol\\":\\"\${P:-\${Q:-SAML}}\\"}"`],
  ['untold', `curl ${apps} --json "\${BODY:-\${OTHER}}"`],
  ['none', `curl ${apps} --json "{\\"name\\":\\"\${N:-\${M:-a}}\\",\\"protocol\\":\\"SAML\\"}"`],
  ['CC-015', `curl ${apps} --json "{\\"name\\":\\"\${N:-"a}b"}\\",\\"protocol\\":\\"NONE\\"}"`],
];

export const shellUsages: readonly ShellUsage[] = [...texts, ...variables];
