# ackproof, for `docker run`: see docs/gate.md. What a target needs besides (a JVM, Node) goes into an image made from this.
FROM python:3.12-slim
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY reference reference
COPY conformance conformance
COPY adapters adapters
COPY spec spec
RUN pip install --no-cache-dir . && rm -rf /src
WORKDIR /work
ENTRYPOINT ["ackproof"]
