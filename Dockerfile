# The product as one image: built in the first stage, run in the second, which holds what runs and nothing else: no shell, no
# package manager. Every path in a RUN is below the working directory, so that `npm run image:try` can do the same in a folder.

FROM node:24-bookworm-slim AS build
WORKDIR /srv/clearday
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build
# What runs: the server's dependencies, without what only people and debuggers read.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --workspace @app/server
RUN find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ')' -delete
# Checklists are drawn at the start, with the site's address on them: the only thing written outside of the data.
RUN mkdir -p empty apps/server && ln -s /tmp apps/server/dist

FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /srv/clearday
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# They lock the data folder and bring it to the disk (docs/decisions/pglite.md).
COPY --from=build /usr/bin/flock /usr/bin/flock
COPY --from=build /usr/bin/sync /usr/bin/sync
COPY --from=build /srv/clearday/package.json ./package.json
COPY --from=build /srv/clearday/node_modules ./node_modules
COPY --from=build /srv/clearday/packages ./packages
COPY --from=build /srv/clearday/supabase ./supabase
COPY --from=build /srv/clearday/scripts ./scripts
COPY --from=build /srv/clearday/apps/server ./apps/server
COPY --from=build /srv/clearday/apps/web/dist ./apps/web/dist
# What is written lies in these two, and belongs to the user who runs; volumes made from them do, too.
COPY --from=build --chown=65532:65532 /srv/clearday/empty /data
COPY --from=build --chown=65532:65532 /srv/clearday/empty /backups
# The product listens on 127.0.0.1 unless it is told otherwise, which nobody outside of a container reaches.
ENV NODE_ENV=production DATA_DIR=/data/clearday KEYS_FILE=/data/clearday.keys HOST=0.0.0.0 PORT=3000
USER 65532:65532
EXPOSE 3000
VOLUME ["/data", "/backups"]
# The first start makes the database, which takes a slow machine a minute.
HEALTHCHECK --interval=30s --timeout=10s --start-period=180s --retries=3 CMD ["/usr/local/bin/node", "scripts/is-ready.ts"]
CMD ["/usr/local/bin/node", "scripts/start.ts"]
