import { runCommand } from './src/runner/run-command.ts'
let peak=0; setInterval(()=>{peak=Math.max(peak,process.memoryUsage().rss)},50).unref()
const t=performance.now()
const r=await runCommand(['load',process.argv[2]??''],process.env)
console.log(r.said.slice(0,300), Math.round((performance.now()-t)/1000),'s', Math.round(peak/1e6),'MB peak rss')
process.exit(0)
